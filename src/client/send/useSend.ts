import { useCallback, useRef, useState } from 'react'
import { useHttp } from '../http/HttpContext.tsx'
import type { HttpClient } from '../http/httpClient.ts'
import { isHttpProblem } from '../http/problem.ts'
import { showProblem } from '../notices.ts'

/** What the server found wrong, by field. */
export type Refusals = Readonly<Record<string, string>>

export interface Sending {
  /** For what is drawn: a button that waits. */
  readonly isSending: boolean
  /** For what is asked in between: true from the click on, before anything is drawn. */
  readonly isUnderWay: () => boolean
  /** Of the last try; null when it named no fields. */
  readonly refusals: Refusals | null
  /**
   * Does `work` with the client of the page, unless another one is still on its way. The same function for as long as the component lives.
   *
   * @returns what `work` answered; undefined when it failed, or was not done
   */
  readonly send: <T>(work: (http: HttpClient) => Promise<T>) => Promise<T | undefined>
}

/**
 * The one way to send: once at a time, however often and fast somebody clicks.
 *
 * @param onProblem tells a failure; a notice unless said otherwise
 */
export function useSend(onProblem: (problem: unknown) => void = showProblem): Sending {
  const http = useHttp()
  const [isSending, setSending] = useState(false)
  const [refusals, setRefusals] = useState<Refusals | null>(null)
  // Two clicks can come before the button is drawn disabled: what is drawn cannot hold the second one back.
  const isRunning = useRef(false)
  const tell = useRef(onProblem)
  tell.current = onProblem

  const send = useCallback(
    async <T>(work: (http: HttpClient) => Promise<T>): Promise<T | undefined> => {
      if (isRunning.current) return undefined
      isRunning.current = true
      setSending(true)
      setRefusals(null)
      try {
        return await work(http)
      } catch (problem) {
        if (isHttpProblem(problem) && problem.fields) setRefusals(problem.fields)
        tell.current(problem)
        return undefined
      } finally {
        isRunning.current = false
        setSending(false)
      }
    },
    [http],
  )
  const isUnderWay = useCallback(() => isRunning.current, [])
  return { isSending, isUnderWay, refusals, send }
}
