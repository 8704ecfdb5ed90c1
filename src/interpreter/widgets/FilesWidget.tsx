import { lazy, Suspense } from 'react'
import { Spinner } from '../../client/parts/Spinner.tsx'
import type { WidgetProps } from './widget.ts'

/** Loaded on demand, because few forms have files. */
const FilesEditor = lazy(async () => ({ default: (await import('./FilesEditor.tsx')).FilesEditor }))

export function FilesWidget(props: WidgetProps) {
  return (
    <Suspense fallback={<Spinner />}>
      <FilesEditor {...props} />
    </Suspense>
  )
}
