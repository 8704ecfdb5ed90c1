import { isHttpProblem } from '../../../client/http/problem.ts'
import { messages } from '../../../rules/messages.ts'

/** The first rows of a file, as read by the server. */
export interface ImportPreview {
  readonly headings: readonly string[]
  readonly rows: readonly { readonly number: number; readonly cells: readonly string[] }[]
}

/**
 * Result of a call: rows that were written; rows that were only checked and wait for the second call; or errors by row (`第 n 列：…`). The
 * second call sends the file again, or, to a server that names a call (`next`: users, domain 4.3), the checked rows.
 */
export type ImportOutcome =
  | { readonly kind: 'done'; readonly count: number | null }
  | {
      readonly kind: 'checked'
      readonly count: number
      readonly preview: ImportPreview
      readonly next: NextCall | null
      /** The rows themselves, when they are for a form. */
      readonly values: readonly unknown[]
    }
  | { readonly kind: 'refused'; readonly errors: readonly string[]; readonly preview: ImportPreview | null }

interface NextCall {
  readonly path: string
  readonly rows: readonly unknown[]
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Parses the answer of a successful import. Servers use several names for the count.
 *
 * @param titles of fields, for answers with rows as records
 */
export function importOutcome(body: unknown, titles: Readonly<Record<string, string>>): ImportOutcome {
  if (!isFields(body)) return { kind: 'done', count: null }
  const preview = previewOf(body, titles)
  const errors = errorTexts(body)
  if (errors.length > 0) return { kind: 'refused', errors, preview }
  const next = nextCall(body)
  const count = body.createdCount ?? body.count
  if (preview !== null && (next !== null || Array.isArray(body.headings)))
    return {
      kind: 'checked',
      count: typeof count === 'number' ? count : preview.rows.length,
      preview,
      next,
      values: Array.isArray(body.values) ? body.values : [],
    }
  return { kind: 'done', count: typeof count === 'number' ? count : null }
}

const shownRowsMax = 20

/** Rows as texts with headings, or as records whose fields are the headings. */
function previewOf({ headings, rows }: Fields, titles: Readonly<Record<string, string>>): ImportPreview | null {
  if (!Array.isArray(rows)) return null
  const shown = rows.slice(0, shownRowsMax).filter(isFields)
  if (Array.isArray(headings)) return { headings: headings.map(String), rows: shown.map(numberedRow) }
  const names = [...new Set(shown.flatMap((row) => Object.keys(row)))]
  return {
    headings: names.map((name) => (Object.hasOwn(titles, name) ? (titles[name] ?? name) : name)),
    rows: shown.map((row, index) => ({ number: index + 2, cells: names.map((name) => cellText(row[name])) })),
  }
}

function numberedRow({ number, cells }: Fields) {
  return { number: Number(number), cells: Array.isArray(cells) ? cells.map(cellText) : [] }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  return Array.isArray(value) ? value.map(cellText).join('、') : String(value)
}

/** The second call, `POST /api/...` of our own server; null for anything else. */
function nextCall({ next, rows }: Fields): NextCall | null {
  const path = typeof next === 'string' ? /^POST (\/api\/[A-Za-z0-9_/]+)$/.exec(next)?.[1] : undefined
  return path === undefined || !Array.isArray(rows) ? null : { path, rows }
}

/** Errors by row of a refused import; null when the call failed for another reason. */
export function importRefusal(problem: unknown): ImportOutcome | null {
  if (!isHttpProblem(problem) || problem.status !== 400) return null
  const errors = problem.fields ? Object.entries(problem.fields).map(([row, text]) => rowText(row, text)) : linesOf(problem.text)
  return { kind: 'refused', errors, preview: null }
}

function errorTexts({ errors, errorCount }: Fields): readonly string[] {
  if (!Array.isArray(errors)) return []
  const texts = errors.map((error: unknown) => {
    if (!isFields(error)) return String(error)
    return error.row === undefined ? String(error.message) : rowText(String(error.row), String(error.message))
  })
  const more = typeof errorCount === 'number' ? errorCount - texts.length : 0
  return more > 0 ? [...texts, `…另有 ${more} 列錯誤`] : texts
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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
