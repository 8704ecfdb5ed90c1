import { lazy, Suspense } from 'react'
import { Spinner } from '../../client/parts/Spinner.tsx'
import type { WidgetProps } from './widget.ts'

/** Loaded on demand, because most forms refer to nothing. */
const ReferenceEditor = lazy(async () => ({ default: (await import('./ReferenceEditor.tsx')).ReferenceEditor }))

export function ReferenceWidget(props: WidgetProps) {
  return (
    <Suspense fallback={<Spinner />}>
      <ReferenceEditor {...props} />
    </Suspense>
  )
}
