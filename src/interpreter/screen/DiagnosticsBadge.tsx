import { lateDialog } from '../../client/load/late.tsx'
import { usePermission } from '../../client/session/useSession.ts'

const DocumentNotes = lateDialog(async () => (await import('./DocumentNotes.tsx')).default)

/** Findings of the checker, and what changed documents mean, for users who may see them. All others use the last valid documents. */
export function DiagnosticsBadge() {
  return usePermission('settings.screens.view') ? <DocumentNotes /> : null
}
