import { isHttpProblem } from '../http/problem.ts'

/** Why something could not be loaded, and whether asking again can help. */
export interface LoadFailure {
  readonly text: string
  readonly canRetry: boolean
}

/** What to show where something could not be loaded; a mistake of our own shows as a general sentence, not as English internals. */
export function problemText(problem: unknown): string {
  if (isHttpProblem(problem) && problem.text !== '') return problem.text
  return '資料載入失敗，請稍後再試。'
}

export function failureOf(problem: unknown): LoadFailure {
  return { text: problemText(problem), canRetry: !(isHttpProblem(problem) && decided.has(problem.status)) }
}

/** The same question gets the same answer: wrong conditions, no permission, nothing there (any more). */
const decided: ReadonlySet<number> = new Set([400, 403, 404, 410, 413, 414, 422])
