import { useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { notify } from '../../../src/client/notices.ts'
import type { SignedInUser } from '../../../src/client/session/claims.ts'
import { useMember } from '../../shared/member/MemberContext.tsx'
import { OwnPasswordForm } from '../../shared/password/OwnPasswordForm.tsx'
import { ForgottenForm } from './ForgottenForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { ResetForm } from './ResetForm.tsx'

const homePath = '/member'
/** Pages that may be remembered as the place somebody wanted to go to. */
const memberPaths: ReadonlySet<unknown> = new Set([homePath, '/member_purchase', '/exchange_v2', '/corporate_member_apply'])

/** /member_login: sign-in, a forgotten password with the link of its mail, and the change of a first password. */
export default function LoginPage() {
  const member = useMember()
  const [isForgotten, setForgotten] = useState(false)
  const [search] = useSearchParams()
  const wanted = useWantedPath()
  const navigate = useNavigate()
  const token = search.get('t')

  const leaveLink = () => void navigate('/member_login', { replace: true })
  const handleAgain = () => {
    setForgotten(true)
    leaveLink()
  }

  if (token) return <ResetForm token={token} onDone={leaveLink} onAgain={handleAgain} />
  if (member?.ask_change_password) return <OwnPasswordForm member={member} isForced />
  if (member) return <Navigate to={wanted} replace />
  if (isForgotten) return <ForgottenForm onBack={() => setForgotten(false)} />
  return (
    <div className="ticket entrance">
      <EntranceWords />
      <LoginForm onSignedIn={warnOfEnd} onForgotten={() => setForgotten(true)} />
    </div>
  )
}

/** What a company has of its account, for those who come here for the first time. */
function EntranceWords() {
  return (
    <section className="entrance-words" aria-label="企業會員">
      <p className="entrance-lead">一個帳戶，管好公司的點數</p>
      <ul>
        <li>採購點數，批次產生序號發給同仁與客戶</li>
        <li>直接兌換票券，一次寄給數百位收件人</li>
        <li>點數、兌換與發票紀錄，隨時查得到</li>
      </ul>
    </section>
  )
}

function useWantedPath(): string {
  const state: unknown = useLocation().state
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return memberPaths.has(from) ? String(from) : homePath
}

function warnOfEnd(user: SignedInUser): void {
  if (user.ask_warn_password) notify.warning(`密碼將於 ${user.limitDate} 到期，請儘早變更。`)
}
