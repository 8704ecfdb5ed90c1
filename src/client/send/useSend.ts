import { useCallback, useRef, useState } from 'react'
import { useHttp } from '../http/HttpContext.tsx'
import type { HttpClient } from '../http/httpClient.ts'
import { isHttpProblem } from '../http/problem.ts'
import { showProblem } from '../notices.ts'

/** Error texts of the server by field. */
export type Refusals = Readonly<Record<string, string>>

export interface Sending {
  /** For rendering: true while a call is pending, e.g. to disable a button. */
  readonly isSending: boolean
  /** For event handlers: true from the click on, even before the next render. */
  readonly isUnderWay: () => boolean
  /** Texts by field of the last attempt; null when the error named no fields. */
  readonly refusals: Refusals | null
  /**
   * Runs `work` with the page's HTTP client, unless a call is pending. The function keeps its identity.
   *
   * @returns the result of `work`; undefined when it failed or was not run
   */
  readonly send: <T>(work: (http: HttpClient) => Promise<T>) => Promise<T | undefined>
}

/**
 * Like {@link useSend}, for those who draw nothing of the state: they are not drawn again when a call begins and ends.
 *
 * @param onProblem shows a failure; default: a notice
 */
export function useSendOnly(onProblem: (problem: unknown) => void = showProblem): Pick<Sending, 'isUnderWay' | 'send'> {
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

/**
 * The standard way to send: one call at a time, however fast the user clicks.
 *
 * @param onProblem shows a failure; default: a notice
 */
export function useSend(onProblem: (problem: unknown) => void = showProblem): Sending {
  const [isSending, setSending] = useState(false)
  const [refusals, setRefusals] = useState<Refusals | null>(null)
  const { isUnderWay, send: sendOnly } = useSendOnly((problem) => {
    if (isHttpProblem(problem) && problem.fields) setRefusals(problem.fields)
    onProblem(problem)
  })
  const send = useCallback(
    <T>(work: (http: HttpClient) => Promise<T>) =>
      sendOnly(async (http) => {
        setSending(true)
        setRefusals(null)
        try {
          return await work(http)
        } finally {
          setSending(false)
        }
      }),
    [sendOnly],
  )
  return { isSending, isUnderWay, refusals, send }
}
