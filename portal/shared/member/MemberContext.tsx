import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import type { SignedInUser } from '../../../src/client/session/claims.ts'
import type { MemberSession } from './memberSession.ts'

const MemberContext = createContext<MemberSession | null>(null)

export function MemberProvider({ session, children }: { session: MemberSession; children: ReactNode }) {
  return <MemberContext value={session}>{children}</MemberContext>
}

/** The page's session; throws outside a `MemberProvider`. */
export function useMemberSession(): MemberSession {
  const session = useContext(MemberContext)
  if (!session) throw new Error('useMemberSession needs a MemberProvider above it')
  return session
}

/** The signed-in member; null for a visitor. */
export function useMember(): SignedInUser | null {
  const session = useMemberSession()
  return useSyncExternalStore(session.subscribe, session.current)
}
