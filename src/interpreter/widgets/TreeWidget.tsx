import { lazy, Suspense } from 'react'
import { Spinner } from '../../client/parts/Spinner.tsx'
import type { WidgetProps } from './widget.ts'

/** Loaded on demand, because only roles have a tree. */
const TreeEditor = lazy(async () => ({ default: (await import('./TreeEditor.tsx')).TreeEditor }))

export function TreeWidget(props: WidgetProps) {
  return (
    <Suspense fallback={<Spinner />}>
      <TreeEditor {...props} />
    </Suspense>
  )
}
