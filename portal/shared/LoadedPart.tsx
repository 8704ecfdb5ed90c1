import type { ReactNode } from 'react'
import { Spinner } from './Spinner.tsx'
import type { Loaded } from './useLoaded.ts'

/** Draws loaded data, a spinner while it is loading, or the error. */
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
