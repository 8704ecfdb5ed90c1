import type { Confirm } from '../../../client/dialogs/DialogProvider.tsx'
import { HttpProblem, isHttpProblem } from '../../../client/http/problem.ts'

/** Confirmations of the user, as members of the body: `{confirmHighRate: true}`. */
export type Confirmations = Readonly<Record<string, true>>

const questionCode = /^CONFIRM:(\w+)$/

/**
 * Sends a call that the server may answer with a question: status 409, code `CONFIRM:{field}`, the question as text. After 確定 the call is
 * sent again with `{[field]: true}`; several questions may follow each other.
 *
 * @param send sends the same call each time, with the confirmations so far
 * @throws HttpProblem of kind `aborted` after 取消！, which shows nothing and keeps the input
 */
export async function confirmedCall<T>(confirm: Confirm, send: (confirmations: Confirmations) => Promise<T>): Promise<T> {
  let confirmations: Confirmations = {}
  for (;;) {
    try {
      return await send(confirmations)
    } catch (problem) {
      const field = questionedField(problem)
      // A question that returns after it was confirmed is treated as an error.
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
