import type { ReactNode } from 'react'
import { LoadProblem } from './LoadProblem.tsx'
import { Spinner } from './Spinner.tsx'
import type { Loaded } from './useLoaded.ts'

/** Draws loaded data, a spinner while it is loading, or the error. */
export function LoadedPart<T>({ loaded, children }: { loaded: Loaded<T>; children: (data: T) => ReactNode }) {
  if (loaded.state === 'loading') return <Spinner />
  if (loaded.state === 'ready') return children(loaded.data)
  return <LoadProblem text={loaded.text} onRetry={loaded.retry} />
}
