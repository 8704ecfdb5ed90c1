import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { late, Nothing } from '../../client/load/late.tsx'
import { whenIdle } from '../../client/load/whenIdle.ts'
import { useDictionaryEvents } from '../../interpreter/screen/useDictionaryEvents.ts'
import { useMenuLoader } from '../menu/menuAtom.ts'
import { PageTitle } from '../PageTitle.tsx'
import { Header } from './Header.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useTrail } from './trail.ts'

/** Comes when there is nothing else to do, or with the first key: that key is kept for it. Everything can be done without it. */
const LazyShortcuts = late(async () => (await import('../shortcuts/Shortcuts.tsx')).default, { Missing: Nothing })

/** The frame of every page behind the sign-in (specification, section 2.3). */
export default function ConsoleLayout({ children }: { children: ReactNode }) {
  useMenuLoader()
  useDictionaryEvents()
  const { isWanted, takeOver } = useWantedShortcuts()
  return (
    <div className="console">
      <TitleOfPlace />
      <a href="#main" className="skip-link">
        跳到主要內容
      </a>
      <Sidebar />
      {isWanted && <LazyShortcuts takeOver={takeOver} />}
      <div className="console-body">
        <Header />
        <Main>{children}</Main>
      </div>
    </div>
  )
}

/** What follows the address stands apart, so that the frame is not drawn again with it. */
function TitleOfPlace() {
  return <PageTitle title={useTrail(useLocation().pathname).at(-1) ?? ''} />
}

function Main({ children }: { readonly children: ReactNode }) {
  const main = useMainFocus(useLocation().pathname)
  return (
    <main id="main" ref={main} tabIndex={-1} className="console-main">
      {children}
    </main>
  )
}

/** Whether the keys of the console are to be fetched; keeps what is pressed until they take over. */
function useWantedShortcuts() {
  const [isWanted, setWanted] = useState(false)
  const early = useRef<KeyboardEvent[] | null>([])
  useEffect(() => {
    const want = () => setWanted(true)
    const keep = (event: KeyboardEvent) => {
      early.current?.push(event)
      want()
    }
    const cancel = whenIdle(want)
    document.addEventListener('keydown', keep)
    return () => {
      cancel()
      document.removeEventListener('keydown', keep)
    }
  }, [])
  const takeOver = useCallback(() => {
    const pressed = early.current ?? []
    early.current = null
    return pressed
  }, [])
  return { isWanted, takeOver }
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
