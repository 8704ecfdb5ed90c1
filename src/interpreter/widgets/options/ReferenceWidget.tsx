import { late } from '../../../client/load/late.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import type { WidgetProps } from '../widget.ts'

/** Loaded on demand, because most forms refer to nothing. */
const ReferenceEditor = late(async () => (await import('./ReferenceEditor.tsx')).ReferenceEditor, { Waiting: Spinner })

export function ReferenceWidget(props: WidgetProps) {
  return <ReferenceEditor {...props} />
}
