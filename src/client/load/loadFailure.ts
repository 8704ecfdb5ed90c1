import { isHttpProblem } from '../http/problem.ts'

/** Why something could not be loaded, and whether a retry may help. */
export interface LoadFailure {
  readonly text: string
  readonly canRetry: boolean
  /** The error that the call threw. */
  readonly problem: unknown
}

/** A defect of ours gives a general sentence instead of English internals. */
export function failureOf(problem: unknown): LoadFailure {
  const text = isHttpProblem(problem) && problem.text !== '' ? problem.text : '資料載入失敗，請稍後再試。'
  return { text, canRetry: !(isHttpProblem(problem) && decided.has(problem.status)), problem }
}

/** Statuses for which a retry would give the same answer: invalid query, no permission, not found. */
const decided: ReadonlySet<number> = new Set([400, 403, 404, 410, 413, 414, 422])
