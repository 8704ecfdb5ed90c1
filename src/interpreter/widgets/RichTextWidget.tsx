import { lazy, Suspense } from 'react'
import { Spinner } from '../../client/parts/Spinner.tsx'
import type { WidgetProps } from './widget.ts'

const RichTextEditor = lazy(() => import('./RichTextEditor.tsx'))

/** Rich text; the editor is loaded when a form needs it. */
export function RichTextWidget(props: WidgetProps) {
  return (
    <Suspense fallback={<Spinner />}>
      <RichTextEditor {...props} />
    </Suspense>
  )
}
