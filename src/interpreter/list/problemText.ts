import { isHttpProblem } from '../../client/http/problem.ts'

/** What to show where something could not be loaded; a mistake of our own shows as a general sentence, not as English internals. */
export function problemText(problem: unknown): string {
  if (isHttpProblem(problem) && problem.text !== '') return problem.text
  return '資料載入失敗，請稍後再試。'
}
