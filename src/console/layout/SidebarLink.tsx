import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'

export function SidebarLink({ uri, onChoose, children }: { uri: string; onChoose: () => void; children: ReactNode }) {
  return (
    <NavLink to={uri} className={({ isActive }) => `sidebar-link ${isActive ? 'active' : ''}`} onClick={onChoose}>
      {children}
    </NavLink>
  )
}
