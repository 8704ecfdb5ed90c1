import { useAtom } from 'jotai'
import { useCallback, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { Icon } from '../../client/parts/Icon.tsx'
import { useEvent } from '../../interpreter/shared/parts/useStable.ts'
import { homePath } from '../access/origin.ts'
import { BrandMark, productName } from '../brand/BrandMark.tsx'
import { useMenu } from '../menu/menuAtom.ts'
import { SidebarGroup } from './SidebarGroup.tsx'
import { SidebarLink } from './SidebarLink.tsx'
import { sidebarAtom } from './sidebarState.ts'
import { useScrollRefresh } from './useScrollRefresh.ts'

/** The sidebar: brand logo, the title row FUNCTION with the notice board first, then the groups the server gives. */
export function Sidebar() {
  const [visibility, setVisibility] = useAtom(sidebarAtom)
  const { groups } = useMenu()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const open = useEvent((uri: string) => void navigate(uri, { replace: uri === window.location.pathname + window.location.search }))
  const scroller = useRef<HTMLElement>(null)
  useScrollRefresh(scroller)

  // Off-canvas on narrow windows: once an item is chosen the page should be seen.
  const closeOffCanvas = useCallback(() => setVisibility((before) => (before === 'shown' ? 'responsive' : before)), [setVisibility])

  return (
    <>
      <aside id="sidebar" className="sidebar" data-visibility={visibility} aria-label="側邊選單">
        <Link to={homePath} className="sidebar-brand" onClick={closeOffCanvas}>
          <BrandMark />
          <span>{productName}</span>
        </Link>
        <nav ref={scroller} className="sidebar-nav" aria-label="功能選單">
          <ul className="sidebar-list">
            <li className="sidebar-title">FUNCTION</li>
            <li>
              <SidebarLink uri={homePath} isHere={pathname === homePath} onChoose={closeOffCanvas} onOpen={open}>
                <Icon name="notifications" />
                公告欄
              </SidebarLink>
            </li>
            {groups.map((group) => (
              <SidebarGroup
                key={group.uri}
                group={group}
                here={group.subFunctions.some(({ uri }) => uri === pathname) ? pathname : null}
                onChoose={closeOffCanvas}
                onOpen={open}
              />
            ))}
          </ul>
        </nav>
      </aside>
      {visibility === 'shown' && <button type="button" className="sidebar-backdrop" aria-label="關閉側邊選單" onClick={closeOffCanvas} />}
    </>
  )
}
