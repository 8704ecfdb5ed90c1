import { lazy, Suspense } from 'react'
import { usePermission } from '../../client/session/useSession.ts'

const DocumentChanges = lazy(async () => ({ default: (await import('./DocumentChanges.tsx')).DocumentChanges }))
const Diagnostics = lazy(async () => ({ default: (await import('./Diagnostics.tsx')).Diagnostics }))

/** Findings of the checker, and what changed documents mean, for users who may see them. All others use the last valid documents and see nothing. */
export function DiagnosticsBadge() {
  return usePermission('settings.screens.view') ? (
    <Suspense fallback={null}>
      <div className="d-flex flex-wrap gap-2">
        <Diagnostics />
        <DocumentChanges />
      </div>
    </Suspense>
  ) : null
}
