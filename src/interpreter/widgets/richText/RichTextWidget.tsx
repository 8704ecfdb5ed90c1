import { late } from '../../../client/load/late.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import type { WidgetProps } from '../widget.ts'

const RichTextEditor = late(async () => (await import('./RichTextEditor.tsx')).default, { Waiting: Spinner })

/** Rich text; the editor is loaded when a form needs it. */
export function RichTextWidget(props: WidgetProps) {
  return <RichTextEditor {...props} />
}
