import { useCallback, useState } from 'react'
import type { HttpClient } from '../http/httpClient.ts'
import { isHttpProblem } from '../http/problem.ts'
import { showProblem } from '../notices.ts'
import { type SendingOnly, useSendOnly } from './useSendOnly.ts'

/** Error texts of the server by field. */
export type Refusals = Readonly<Record<string, string>>

export interface Sending extends SendingOnly {
  /** For rendering: true while a call is pending, e.g. to disable a button. */
  readonly isSending: boolean
  /** Texts by field of the last attempt; null when the error named no fields. */
  readonly refusals: Refusals | null
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
        // Drawn once the request has left: React would draw a form of 30 fields before the client has come to send it.
        const drawn = setTimeout(() => {
          setSending(true)
          setRefusals(null)
        })
        try {
          return await work(http)
        } finally {
          clearTimeout(drawn)
          setRefusals(null)
          setSending(false)
        }
      }),
    [sendOnly],
  )
  return { isSending, isUnderWay, refusals, send }
}
