import { useState } from 'react'
import { NavLink } from 'react-router-dom'
import mark from '../shared/brand/mark.svg'

const links = [
  { to: '/corporate_member_register', text: '企業會員申請' },
  { to: '/corporate_member_apply', text: '申請進度查詢' },
  { to: '/exchange_flow_manual', text: '兌換流程說明' },
] as const

/** The fixed header with logo; on narrow screens the links are behind a button. */
export function Header() {
  const [isOpen, setOpen] = useState(false)
  return (
    <header className="portal-header">
      <div className="container header-line">
        <span className="brand">
          <img src={mark} alt="" width="40" height="40" />
          <span className="brand-name">企業點數兌換網</span>
        </span>
        <button type="button" className="menu-button" aria-expanded={isOpen} aria-controls="portal-menu" onClick={() => setOpen(!isOpen)}>
          選單
        </button>
        <nav id="portal-menu" aria-label="主選單" className={isOpen ? 'menu menu-open' : 'menu'}>
          {links.map(({ to, text }) => (
            <NavLink key={to} to={to} end>
              {text}
            </NavLink>
          ))}
        </nav>
      </div>
    </header>
  )
}
