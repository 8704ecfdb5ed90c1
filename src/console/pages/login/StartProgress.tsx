import { useEffect, useState } from 'react'
import type { Health } from '../../../answers/health.ts'
import { useLoad } from '../../../client/load/useLoad.ts'

const askEveryMs = 1000

/** The server marks its pages while it is not ready, so that all others need not ask. */
export function usePreparing(): readonly [isPreparing: boolean, end: () => void] {
  // The build draws the page without a document.
  const [isPreparing, setPreparing] = useState(() => typeof document !== 'undefined' && 'preparing' in document.documentElement.dataset)
  const end = () => {
    delete document.documentElement.dataset.preparing
    setPreparing(false)
  }
  return [isPreparing, end]
}

/** How far the start of the server is, until it is ready. */
export function StartProgress({ onReady }: { onReady: () => void }) {
  const { state, data, reload } = useLoad((http, signal) => http.get<Health>('/healthz', { signal, anonymous: true, quiet: true }), [])
  const isReady = state === 'ready' && data.preparing === undefined
  useEffect(() => {
    if (isReady) return onReady()
    // An answer that fails is one of the moment in which the server takes over.
    const timer = setTimeout(reload, askEveryMs)
    return () => clearTimeout(timer)
  })
  const { text, percent } = data?.preparing ?? { text: '系統啟動中', percent: 0 }
  return (
    <div className="alert alert-info" role="status">
      <p className="mb-2">{text}…，完成後即可登入。</p>
      <div className="progress" role="progressbar" aria-label={text} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
        <svg className="w-100 h-100" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={percent} height="1" fill="currentColor" />
        </svg>
      </div>
    </div>
  )
}
