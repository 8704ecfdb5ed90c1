import type { HttpClient } from '../../../src/client/http/httpClient.ts'
import { isHttpProblem } from '../../../src/client/http/problem.ts'
import { dismissErrors, showProblem } from '../../../src/client/notices.ts'
import { type Refusals, useSend } from '../../../src/client/send/useSend.ts'
import { keyReusedCode } from '../../../src/rules/refusalCodes.ts'
import { focusField } from './focusField.ts'

export interface PortalSending {
  readonly isSending: boolean
  /** Error texts of the server by field. */
  readonly problems: Refusals
  /**
   * Like `send` of {@link useSend}. The first refused field gets the focus. Errors of earlier attempts are removed after a success, because
   * the portal shows them for a long time.
   */
  send<T>(work: (http: HttpClient) => Promise<T>): Promise<T | undefined>
}

const noProblems: Refusals = {}

interface SendingOf {
  /** Renewed after every error, because each answer is valid for one attempt. */
  readonly captcha?: { renew(): void } | undefined
  /** Gets another key when its own was used for other content, so that the next attempt is a record of its own. */
  readonly draft?: { renewKey(): void }
}

/** Sends what the user has typed, with the captcha and the draft that belong to it. */
export function useSending({ captcha, draft }: SendingOf = {}): PortalSending {
  const { isSending, refusals, send } = useSend((problem) => {
    const [first] = Object.keys((isHttpProblem(problem) && problem.fields) || noProblems)
    if (first !== undefined) focusField(first)
    showProblem(problem)
    if (isHttpProblem(problem) && problem.code === keyReusedCode) draft?.renewKey()
    // Without an answer the captcha may still be valid, and requesting another one would fail too.
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
