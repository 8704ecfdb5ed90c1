import { isHttpProblem } from '../../client/http/problem.ts'
import { messages } from '../../rules/messages.ts'

/**
 * What became of an import: written rows, rows that were only checked and wait for a second call (users, domain 4.3),
 * or what is wrong by row (`第 n 列：…`).
 */
export type ImportOutcome =
  | { readonly kind: 'done'; readonly count: number | null }
  | { readonly kind: 'checked'; readonly rows: readonly unknown[]; readonly path: string }
  | { readonly kind: 'refused'; readonly errors: readonly string[] }

/** Reads the answer of an import that went through; the count stands under one of the names a server uses for it. */
export function importOutcome(body: unknown): ImportOutcome {
  if (typeof body !== 'object' || body === null) return { kind: 'done', count: null }
  const fields: Readonly<Record<string, unknown>> = { ...body }
  const errors = errorTexts(fields.errors)
  if (errors.length > 0) return { kind: 'refused', errors }
  const path = nextPath(fields.next)
  if (path !== null && Array.isArray(fields.rows)) return { kind: 'checked', rows: fields.rows, path }
  const count = fields.createdCount ?? fields.count
  return { kind: 'done', count: typeof count === 'number' ? count : null }
}

/** Path of the second call, `POST /api/...` of our own server; anything else is no second call. */
function nextPath(next: unknown): string | null {
  const path = typeof next === 'string' ? /^POST (\/api\/[A-Za-z0-9_/]+)$/.exec(next)?.[1] : undefined
  return path ?? null
}

/** Errors by row of a refused import; null when the call failed for another reason. */
export function importRefusal(problem: unknown): ImportOutcome | null {
  if (!isHttpProblem(problem) || problem.status !== 400) return null
  const errors = problem.fields ? Object.entries(problem.fields).map(([row, text]) => rowText(row, text)) : linesOf(problem.text)
  return { kind: 'refused', errors }
}

function errorTexts(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.map((error: unknown) => {
    if (typeof error !== 'object' || error === null) return String(error)
    const { row, message } = error as Readonly<Record<string, unknown>>
    return row === undefined ? String(message) : rowText(String(row), String(message))
  })
}

function rowText(row: string, text: string): string {
  return /^\d+$/.test(row) ? `第 ${row} 列：${text}` : `${row}：${text}`
}

function linesOf(text: string): readonly string[] {
  return text
    .replace(messages.M17, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
