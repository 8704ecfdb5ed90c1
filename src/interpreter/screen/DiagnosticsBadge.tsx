import { lazy, Suspense } from 'react'
import { usePermission } from '../../client/session/useSession.ts'

const DocumentNotes = lazy(() => import('./DocumentNotes.tsx'))

/** Findings of the checker, and what changed documents mean, for users who may see them. All others use the last valid documents. */
export function DiagnosticsBadge() {
  return usePermission('settings.screens.view') ? (
    <Suspense fallback={null}>
      <DocumentNotes />
    </Suspense>
  ) : null
}
