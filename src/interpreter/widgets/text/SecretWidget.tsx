import { late } from '../../../client/load/late.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import type { WidgetProps } from '../widget.ts'

/** Loaded on demand, because only platforms of partners have keys. */
const SecretEditor = late(async () => (await import('./SecretEditor.tsx')).SecretEditor, { Waiting: Spinner })

export function SecretWidget(props: WidgetProps) {
  return <SecretEditor {...props} />
}
