import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import Spinner from 'react-bootstrap/Spinner'
import { loaderShownAtom } from './loaderAtoms.ts'

/** The loading spinner with the elapsed time, shown while a request takes more than 500 ms. It never blocks the page. */
export function LoaderOverlay() {
  const shownSince = useAtomValue(loaderShownAtom)
  return (
    <div className="loader-overlay" role="status" aria-live="polite">
      {shownSince !== null && <LoadingTime since={shownSince} />}
    </div>
  )
}

function LoadingTime({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div className="loader-box shadow">
      <Spinner size="sm" aria-hidden="true" />
      <span>載入中…</span>
      <span aria-hidden="true">{Math.max(0, Math.round((now - since) / 1000))} 秒</span>
    </div>
  )
}
