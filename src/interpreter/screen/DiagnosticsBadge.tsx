import { lazy, Suspense } from 'react'
import { usePermission } from '../../client/session/useSession.ts'

const Diagnostics = lazy(async () => ({ default: (await import('./Diagnostics.tsx')).Diagnostics }))

/** Findings of the checker, for those who may see them; everybody else goes on with the last good documents and sees nothing. */
export function DiagnosticsBadge() {
  return usePermission('settings.screens.view') ? (
    <Suspense fallback={null}>
      <Diagnostics />
    </Suspense>
  ) : null
}
