import { useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useMenuLoader } from '../menu/menuAtom.ts'
import { PageTitle } from '../PageTitle.tsx'
import { Header } from './Header.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useTrail } from './trail.ts'

/** The frame of every page behind the sign-in (specification, section 2.3). */
export default function ConsoleLayout() {
  useMenuLoader()
  const { pathname } = useLocation()
  const title = useTrail(pathname).at(-1) ?? ''
  const main = useMainFocus(pathname)
  return (
    <div className="console">
      <PageTitle title={title} />
      <a href="#main" className="skip-link">
        跳到主要內容
      </a>
      <Sidebar />
      <div className="console-body">
        <Header />
        <main id="main" ref={main} tabIndex={-1} className="console-main">
          <Outlet />
        </main>
      </div>
    </div>
  )
}

/** Moves the focus to the page that was opened, so that keyboard and screen reader go on from there; not at the first drawing. */
function useMainFocus(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    main.current?.focus()
  }, [pathname])
  return main
}
