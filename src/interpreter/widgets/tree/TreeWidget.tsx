import { late } from '../../../client/load/late.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import type { WidgetProps } from '../widget.ts'

/** Loaded on demand, because only roles have a tree. */
const TreeEditor = late(async () => (await import('./TreeEditor.tsx')).TreeEditor, { Waiting: Spinner })

export function TreeWidget(props: WidgetProps) {
  return <TreeEditor {...props} />
}
