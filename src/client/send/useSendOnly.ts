import { useCallback, useRef } from 'react'
import { useHttp } from '../http/HttpContext.tsx'
import type { HttpClient } from '../http/httpClient.ts'
import { showProblem } from '../notices.ts'

export interface SendingOnly {
  /** For event handlers: true from the click on, even before the next render. */
  readonly isUnderWay: () => boolean
  /**
   * Runs `work` with the page's HTTP client, unless a call is pending. The function keeps its identity.
   *
   * @returns the result of `work`; undefined when it failed or was not run
   */
  readonly send: <T>(work: (http: HttpClient) => Promise<T>) => Promise<T | undefined>
}

/**
 * Like `useSend`, for those who draw nothing of the state: they are not drawn again when a call begins and ends.
 *
 * @param onProblem shows a failure; default: a notice
 */
export function useSendOnly(onProblem: (problem: unknown) => void = showProblem): SendingOnly {
  const http = useHttp()
  // A ref instead of state, because two clicks can happen before a disabled button is rendered.
  const isRunning = useRef(false)
  const tell = useRef(onProblem)
  tell.current = onProblem
  const send = useCallback(
    async <T>(work: (http: HttpClient) => Promise<T>): Promise<T | undefined> => {
      if (isRunning.current) return undefined
      isRunning.current = true
      try {
        return await work(http)
      } catch (problem) {
        tell.current(problem)
        return undefined
      } finally {
        isRunning.current = false
      }
    },
    [http],
  )
  const isUnderWay = useCallback(() => isRunning.current, [])
  return { isUnderWay, send }
}
