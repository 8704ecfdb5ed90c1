import { lazy, Suspense } from 'react'
import { usePermission } from '../../client/session/useSession.ts'

const Diagnostics = lazy(async () => ({ default: (await import('./Diagnostics.tsx')).Diagnostics }))

/** Findings of the checker, for users who may see them. All others use the last valid documents and see nothing. */
export function DiagnosticsBadge() {
  return usePermission('settings.screens.view') ? (
    <Suspense fallback={null}>
      <Diagnostics />
    </Suspense>
  ) : null
}
