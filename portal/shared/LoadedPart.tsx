import type { ReactNode } from 'react'
import { Spinner } from './Spinner.tsx'
import type { Loaded } from './useLoaded.ts'

/** Draws what was read, and says so when it is on its way or did not come. */
export function LoadedPart<T>({ loaded, children }: { loaded: Loaded<T>; children: (data: T) => ReactNode }) {
  if (loaded.state === 'loading') return <Spinner />
  if (loaded.state === 'ready') return children(loaded.data)
  return (
    <div className="load-problem" role="alert">
      <p>{loaded.text}</p>
      <button type="button" className="button button-quiet" onClick={loaded.retry}>
        重新載入
      </button>
    </div>
  )
}
