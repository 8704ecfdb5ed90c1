import type { HttpClient } from '../../../src/client/http/httpClient.ts'
import { isHttpProblem } from '../../../src/client/http/problem.ts'
import { dismissErrors, showProblem } from '../../../src/client/notices.ts'
import { type Refusals, useSend } from '../../../src/client/send/useSend.ts'
import { focusField } from './focusField.ts'

export interface PortalSending {
  readonly isSending: boolean
  /** What the server found wrong, by field. */
  readonly problems: Refusals
  /**
   * As `send` of {@link useSend}. The first field that was refused gets the focus; errors of earlier tries go when one works, for here they
   * stay for long.
   */
  send<T>(work: (http: HttpClient) => Promise<T>): Promise<T | undefined>
}

const noProblems: Refusals = {}

/** @param captcha renewed after every refusal: each answer is good for one try */
export function useSending(captcha?: { renew(): void }): PortalSending {
  const { isSending, refusals, send } = useSend((problem) => {
    const [first] = Object.keys((isHttpProblem(problem) && problem.fields) || noProblems)
    if (first !== undefined) focusField(first)
    showProblem(problem)
    // Without an answer the captcha may still be good, and asking for another one would fail too.
    if (!(isHttpProblem(problem) && problem.kind === 'network')) captcha?.renew()
  })
  return {
    isSending,
    problems: refusals ?? noProblems,
    send: (work) =>
      send(async (http) => {
        const answer = await work(http)
        dismissErrors()
        return answer
      }),
  }
}
