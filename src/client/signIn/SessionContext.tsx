import { createContext, type ReactNode, useContext } from 'react'
import type { SessionActions } from './sessionActions.ts'

const SessionContext = createContext<SessionActions | null>(null)

export function SessionProvider({ actions, children }: { actions: SessionActions; children: ReactNode }) {
  return <SessionContext value={actions}>{children}</SessionContext>
}

/** Sign-in and sign-out of the page; throws outside a `SessionProvider`. */
export function useSessionActions(): SessionActions {
  const actions = useContext(SessionContext)
  if (!actions) throw new Error('useSessionActions needs a SessionProvider above it')
  return actions
}
