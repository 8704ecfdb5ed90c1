import type { Confirm } from '../../../client/dialogs/DialogProvider.tsx'
import { HttpProblem, isHttpProblem } from '../../../client/http/problem.ts'

/** What the user said yes to, as members of a call's body: `{confirmHighRate: true}`. */
export type Confirmations = Readonly<Record<string, true>>

const questionCode = /^CONFIRM:(\w+)$/

/**
 * Sends a call that the server may answer with a question: status 409, code `CONFIRM:{field}`, the question as text. After 確定 the
 * call goes out again with `{[field]: true}`; there may be several questions, one after the other.
 *
 * @param send the same call each time, with what was confirmed so far
 * @throws HttpProblem of kind `aborted` after 取消！, which shows nothing and leaves what was entered as it is
 */
export async function confirmedCall<T>(confirm: Confirm, send: (confirmations: Confirmations) => Promise<T>): Promise<T> {
  let confirmations: Confirmations = {}
  for (;;) {
    try {
      return await send(confirmations)
    } catch (problem) {
      const field = questionedField(problem)
      // A question that comes back after a yes is a refusal like any other.
      if (field === null || Object.hasOwn(confirmations, field)) throw problem
      if (!(await confirm((problem as HttpProblem).text))) throw cancelled(problem)
      confirmations = { ...confirmations, [field]: true }
    }
  }
}

function questionedField(problem: unknown): string | null {
  if (!isHttpProblem(problem) || problem.status !== 409) return null
  return questionCode.exec(problem.code ?? '')?.[1] ?? null
}

function cancelled(cause: unknown): HttpProblem {
  return new HttpProblem({ kind: 'aborted', status: 0, code: null, text: '' }, { cause })
}
