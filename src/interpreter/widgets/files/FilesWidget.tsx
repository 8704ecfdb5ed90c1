import { late } from '../../../client/load/late.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import type { WidgetProps } from '../widget.ts'

/** Loaded on demand, because few forms have files. */
const FilesEditor = late(async () => (await import('./FilesEditor.tsx')).FilesEditor, { Waiting: Spinner })

export function FilesWidget(props: WidgetProps) {
  return <FilesEditor {...props} />
}
