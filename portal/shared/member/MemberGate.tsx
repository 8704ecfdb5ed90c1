import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { MemberHome } from '../../../src/answers/corporate.ts'
import { LoadedPart } from '../LoadedPart.tsx'
import { useReloading } from '../useLoaded.ts'
import { useMember } from './MemberContext.tsx'
import { TermsPopup } from './TermsPopup.tsx'

interface MemberGateProps {
  /** `reload` loads balance and names again after a change. */
  readonly children: (home: MemberHome, reload: () => void) => ReactNode
}

/** Pages of members. Requires, in this order: sign-in, a changed first password, consent to new terms. */
export function MemberGate({ children }: MemberGateProps) {
  const member = useMember()
  const { pathname } = useLocation()
  if (!member || member.ask_change_password) return <Navigate to="/member_login" state={{ from: pathname }} replace />
  return <AgreedGate key={member.sub}>{children}</AgreedGate>
}

function AgreedGate({ children }: MemberGateProps) {
  const { loaded, reload } = useReloading<MemberHome>('/api/portal/home', { isOwn: true })
  return (
    <LoadedPart loaded={loaded}>
      {(home) => (home.openTerms ? <TermsPopup terms={home.openTerms} onAgreed={reload} onStale={reload} /> : children(home, reload))}
    </LoadedPart>
  )
}
