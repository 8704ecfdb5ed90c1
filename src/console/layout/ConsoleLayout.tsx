import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useMenuLoader } from '../menu/menuAtom.ts'
import { PageTitle } from '../PageTitle.tsx'
import { Header } from './Header.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useTrail } from './trail.ts'

/** Nobody presses a key before there is something to see. */
const LazyShortcuts = lazy(() => import('../shortcuts/Shortcuts.tsx'))

/** The frame of every page behind the sign-in (specification, section 2.3). */
export default function ConsoleLayout() {
  useMenuLoader()
  const { pathname } = useLocation()
  const title = useTrail(pathname).at(-1) ?? ''
  const main = useMainFocus(pathname)
  const isIdle = useIdle()
  return (
    <div className="console">
      <PageTitle title={title} />
      <a href="#main" className="skip-link">
        跳到主要內容
      </a>
      <Sidebar />
      {isIdle && (
        <Suspense fallback={null}>
          <LazyShortcuts />
        </Suspense>
      )}
      <div className="console-body">
        <Header />
        <main id="main" ref={main} tabIndex={-1} className="console-main">
          <Outlet />
        </main>
      </div>
    </div>
  )
}

/** Whether the browser has had nothing else to do once. Safari has no idle callback; there it is after two seconds. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const wake = () => setIdle(true)
    if (typeof window.requestIdleCallback === 'function') {
      const handle = window.requestIdleCallback(wake)
      return () => window.cancelIdleCallback(handle)
    }
    const timer = setTimeout(wake, 2000)
    return () => clearTimeout(timer)
  }, [])
  return isIdle
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
