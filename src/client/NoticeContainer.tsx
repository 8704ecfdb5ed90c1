import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { tellLostWrite } from './http/lostWrite.ts'
import { whenIdle } from './load/whenIdle.ts'
import { type Notice, textOf, waitingNotices } from './notices.ts'

/** Milliseconds for which a notice is shown (specification, section 9). */
export const autoCloseMs = { console: 5000, portal: 30_000 } as const

type Toasts = typeof import('./toasts.tsx')['Toasts']

/**
 * The place of notices; one per page. What draws them is fetched when the page has nothing else to do, and for the first notice at the
 * latest. Where it cannot be fetched, notices are shown as plain texts, and the next one tries again.
 */
export function NoticeContainer({ app, theme = 'light' }: { app: keyof typeof autoCloseMs; theme?: 'light' | 'dark' }) {
  const waiting = useSyncExternalStore(waitingNotices.subscribe, waitingNotices.current)
  const [Toasts, setToasts] = useState<Toasts | null>(null)
  const [isMissing, setMissing] = useState(false)
  const fetchToasts = useCallback(async () => {
    try {
      const { Toasts } = await import('./toasts.tsx')
      setToasts(() => Toasts)
    } catch {
      setMissing(true)
    }
  }, [])
  useEffect(() => tellLostWrite(sessionStorage), [])
  useEffect(() => whenIdle(fetchToasts), [fetchToasts])
  useEffect(() => {
    if (waiting.length > 0) void fetchToasts()
  }, [waiting, fetchToasts])
  if (Toasts) return <Toasts autoClose={autoCloseMs[app]} theme={theme} />
  return isMissing && waiting.length > 0 ? <PlainNotices notices={waiting} closeMs={autoCloseMs[app]} /> : null
}

function PlainNotices({ notices, closeMs }: { readonly notices: readonly Notice[]; readonly closeMs: number }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins again with each notice
  useEffect(() => {
    const timer = setTimeout(waitingNotices.forget, closeMs)
    return () => clearTimeout(timer)
  }, [notices, closeMs])
  return (
    <div role="alert" style={plain}>
      {[...new Set(notices.map(textOf))].map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}

/** Looks of its own, because the style of notices has not come either. */
const plain = {
  position: 'fixed',
  top: '4rem',
  right: '1rem',
  zIndex: 9999,
  maxWidth: 'calc(100vw - 2rem)',
  padding: '1rem 1rem 0',
  border: '1px solid',
  background: 'Canvas',
  color: 'CanvasText',
} as const
