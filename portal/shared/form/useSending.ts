import { useState } from 'react'
import { isHttpProblem } from '../../../src/client/http/problem.ts'
import { dismissErrors, showProblem } from '../../../src/client/notices.ts'
import { focusField } from './focusField.ts'

/** What the server found wrong, by field. */
export type SentProblems = Readonly<Record<string, string>>

export interface Sending {
  readonly isSending: boolean
  readonly problems: SentProblems
  /**
   * Runs one send at a time and shows its failure: the first field that was refused gets the focus. Errors of earlier tries go when one
   * works.
   *
   * @returns what `work` answered; undefined when it failed, or when another one is still on its way
   */
  send<T>(work: () => Promise<T>): Promise<T | undefined>
}

/** @param captcha renewed after every refusal: each answer is good for one try */
export function useSending(captcha?: { renew(): void }): Sending {
  const [isSending, setSending] = useState(false)
  const [problems, setProblems] = useState<SentProblems>({})
  const send = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (isSending) return undefined
    setSending(true)
    setProblems({})
    try {
      const answer = await work()
      dismissErrors()
      return answer
    } catch (problem) {
      if (isHttpProblem(problem) && problem.fields) {
        setProblems(problem.fields)
        const [first] = Object.keys(problem.fields)
        if (first !== undefined) focusField(first)
      }
      showProblem(problem)
      // Without an answer the captcha may still be good, and asking for another one would fail too.
      if (!(isHttpProblem(problem) && problem.kind === 'network')) captcha?.renew()
      return undefined
    } finally {
      setSending(false)
    }
  }
  return { isSending, problems, send }
}
