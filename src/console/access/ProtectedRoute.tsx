import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { hasSignedOutAtom, sessionAtom } from '../../client/session/sessionAtoms.ts'
import { originState } from './origin.ts'

/**
 * Lets signed-in users through and leads others to /login, remembering where they wanted to go. After a sign-out nothing is
 * remembered: the next user of the browser starts at the notice board. A user who must change the password can do nothing else.
 */
export function ProtectedRoute({ children }: { children: ReactNode }) {
  const session = useAtomValue(sessionAtom)
  const hasSignedOut = useAtomValue(hasSignedOutAtom)
  const location = useLocation()
  if (session.state !== 'loggedIn') return <Navigate to="/login" replace state={hasSignedOut ? null : originState(location)} />
  if (session.user.ask_change_password) return <Navigate to="/change_password" replace />
  return children
}
