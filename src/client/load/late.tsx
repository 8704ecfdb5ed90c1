import type { ComponentType, ReactNode } from 'react'
import { fetchCode, useCode } from './useCode.ts'

/** A component whose code is fetched when it is first drawn, or ahead by `fetch`: then it is drawn at once. */
export interface LatePart<Props> {
  (props: Props): ReactNode
  readonly fetch: () => Promise<void>
}

/**
 * Makes one, in place of React's `lazy` with Suspense, which keeps its placeholder on the screen for 300 ms at least, also over code that
 * was there already.
 *
 * @param Waiting is drawn until the code is there; default: nothing
 * @throws while rendering, when the code cannot be fetched
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>, Waiting: ComponentType = Nothing): LatePart<Props> {
  function Late(props: Props) {
    const Part = useCode(load)
    return Part === null ? <Waiting /> : <Part {...props} />
  }
  return Object.assign(Late, { fetch: () => fetchCode(load) })
}

const Nothing = () => null
