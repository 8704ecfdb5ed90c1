import type { MouseEvent, ReactNode } from 'react'
import { isPlainClick } from '../../interpreter/shared/parts/plainClick.ts'

interface SidebarLinkProps {
  readonly uri: string
  readonly isHere: boolean
  /** Called for every click, also for one that opens another tab. */
  readonly onChoose: () => void
  readonly onOpen: (uri: string) => void
  readonly children: ReactNode
}

/** Not a link of the router: each of those is drawn again with every change of the address, some fifty for each page of a list. */
export function SidebarLink({ uri, isHere, onChoose, onOpen, children }: SidebarLinkProps) {
  const follow = (event: MouseEvent) => {
    onChoose()
    if (!isPlainClick(event)) return
    event.preventDefault()
    onOpen(uri)
  }
  return (
    <a href={uri} className={`sidebar-link ${isHere ? 'active' : ''}`} aria-current={isHere ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  )
}
