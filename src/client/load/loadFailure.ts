import { isHttpProblem } from '../http/problem.ts'

/** Why something could not be loaded, and whether asking again can help. */
export interface LoadFailure {
  readonly text: string
  readonly canRetry: boolean
  /** What the call threw. */
  readonly problem: unknown
}

/** A mistake of our own shows as a general sentence, not as English internals. */
export function failureOf(problem: unknown): LoadFailure {
  const text = isHttpProblem(problem) && problem.text !== '' ? problem.text : '資料載入失敗，請稍後再試。'
  return { text, canRetry: !(isHttpProblem(problem) && decided.has(problem.status)), problem }
}

/** Statuses for which a retry gives the same answer: bad conditions, no permission, not found. */
const decided: ReadonlySet<number> = new Set([400, 403, 404, 410, 413, 414, 422])
