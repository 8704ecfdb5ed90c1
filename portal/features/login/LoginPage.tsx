import { useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { notify } from '../../../src/client/notices.ts'
import type { SignedInUser } from '../../../src/client/session/claims.ts'
import { useMember } from '../../shared/member/MemberContext.tsx'
import { OwnPasswordForm } from '../../shared/password/OwnPasswordForm.tsx'
import { ForgottenForm } from './ForgottenForm.tsx'
import { LoginForm } from './LoginForm.tsx'
import { ResetForm } from './ResetForm.tsx'
import './login.css'

const homePath = '/member'
/** Pages to which a user may return after signing in. */
const memberPaths: ReadonlySet<unknown> = new Set([homePath, '/member_purchase', '/exchange_v2', '/corporate_member_apply'])

/** /member_login: sign-in, forgotten password and the page of its mailed link, and the change of a first password. */
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
    <div className="entrance">
      <LoginForm onSignedIn={warnOfEnd} onForgotten={() => setForgotten(true)} />
      <EntranceWords />
    </div>
  )
}

const uses = [
  {
    title: '採購點數',
    text: '線上申請，序號、企業帳戶或實體卡交付，進度隨時查。',
    icon: 'M4 7h16l-1.5 9h-13zM9 20h.01M16 20h.01M4 7 3 4H1',
  },
  { title: '發給同仁與客戶', text: '匯入名單，一人一組序號，直接寄到信箱。', icon: 'M3 6h18v12H3zM3 7l9 6 9-6' },
  { title: '兌換票券', text: '以公司點數兌換，一次寄給數百位收件人。', icon: 'M3 7h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14 8v8' },
] as const

/** Explains to first-time visitors what an account offers to a company. */
function EntranceWords() {
  return (
    <ul className="entrance-words" aria-label="企業會員可以做的事">
      {uses.map(({ title, text, icon }) => (
        <li key={title} className="ticket">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={icon} />
          </svg>
          <p>
            <strong>{title}</strong>
            {text}
          </p>
        </li>
      ))}
    </ul>
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
