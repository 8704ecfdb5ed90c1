import { type KeyboardEvent, useRef, useState } from 'react'
import { NavLink, useNavigate } from 'react-router-dom'
import { notify } from '../../src/client/notices.ts'
import { useSendOnly } from '../../src/client/send/useSendOnly.ts'
import { portalName } from '../../src/rules/portalPages.ts'
import mark from '../shared/brand/mark.svg'
import { useMember, useMemberSession } from '../shared/member/MemberContext.tsx'

const visitorLinks = [
  { to: '/exchange', text: '點數兌換' },
  { to: '/exchange_flow_manual', text: '兌換流程說明' },
  { to: '/corporate_member_register', text: '企業會員申請' },
  { to: '/corporate_member_apply', text: '申請進度查詢' },
  { to: '/member_login', text: '會員登入' },
] as const

const memberLinks = [
  { to: '/member', text: '會員首頁' },
  { to: '/member_purchase', text: '採購點數' },
  { to: '/exchange_v2', text: '兌換票券' },
  { to: '/corporate_member_apply', text: '公司資料' },
  { to: '/exchange_flow_manual', text: '兌換流程說明' },
] as const

/** The fixed header with the logo; on narrow screens a button opens the links. */
export function Header() {
  const [isOpen, setOpen] = useState(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  const member = useMember()
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    menuButton.current?.focus()
  }
  const links = member ? memberLinks : visitorLinks
  return (
    <header className="portal-header">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only hears the Escape that closes the menu inside it */}
      <div className="container header-line" onKeyDown={handleKey}>
        <span className="brand">
          <img src={mark} alt="" width="40" height="40" />
          <span className="brand-name">{portalName}</span>
        </span>
        <button
          ref={menuButton}
          type="button"
          className="menu-button"
          aria-expanded={isOpen}
          aria-controls="portal-menu"
          onClick={() => setOpen(!isOpen)}
        >
          選單
        </button>
        <nav id="portal-menu" aria-label="主選單" className={isOpen ? 'menu menu-open' : 'menu'}>
          {links.map(({ to, text }) => (
            <NavLink key={to} to={to} end>
              {text}
            </NavLink>
          ))}
          {member && <SignOutButton />}
        </nav>
      </div>
    </header>
  )
}

function SignOutButton() {
  const { send } = useSendOnly()
  const session = useMemberSession()
  const navigate = useNavigate()
  const handleSignOut = () =>
    send(async (http) => {
      await session.signOut(http)
      await navigate('/member_login')
      notify.success('登出成功!')
    })
  return (
    <button type="button" className="menu-sign-out" onClick={() => void handleSignOut()}>
      登出
    </button>
  )
}
