import { message } from '../../rules/messages.ts'
import { HttpProblem } from './problem.ts'

/** Texts of the error catalogue, as given in specification, section 8. */
export const errorTexts = {
  refreshFailed: '連線逾時，請重新登入',
  forbidden: '頁面存取失敗，請嘗試清除瀏覽器的cookie，並重新登入。(若有疑慮請洽系統管理人員)',
  networkLost: '主機沒有連線',
  badUrl: message('M18'),
  wrongPassword: '帳號密碼輸入錯誤!',
  wrongPasswordCounted: (tries: string) => `帳號密碼輸入錯誤（第${tries}次），請注意密碼輸入錯誤5次以上時會鎖住帳號。`,
  /** Not in the specification: for an answer without a readable text, such as an empty 502 of a proxy. */
  unreadable: '系統發生錯誤，請稍後再試。',
} as const

/** Longest text of the server that is shown (security baseline). */
const textLengthMax = 500

/** A failed answer; the body is parsed JSON or text. */
export interface FailedAnswer {
  readonly status: number
  readonly code: string | null
  readonly body: unknown
}

/** The problem to show for a failed answer. The client handles 401 and 423 before. */
export function problemOfAnswer({ status, code, body }: FailedAnswer): HttpProblem {
  if (status === 403) return new HttpProblem({ kind: 'forbidden', status, code, text: errorTexts.forbidden })
  const text = describeBody(body)
  if (status === 423) return new HttpProblem({ kind: 'locked', status, code, text })
  if (status === 401) return new HttpProblem({ kind: 'unauthorized', status, code, text })
  const fields = fieldsOf(body)
  if (fields) return new HttpProblem({ kind: 'fields', status, code, text, fields })
  return new HttpProblem({ kind: 'text', status, code, text })
}

/** The text of an error body by the rules of the catalogue, cut at 500 characters. */
function describeBody(body: unknown): string {
  const text = typeof body === 'object' && body !== null ? describeObject(body) : String(body ?? '')
  return (text || errorTexts.unreadable).slice(0, textLengthMax)
}

function describeObject(body: object): string {
  if ('error' in body && body.error === 'invalid_grant') return describeInvalidGrant('err' in body ? body.err : '')
  return Object.values(body).map(describeValue).join(',')
}

function describeInvalidGrant(err: unknown): string {
  const text = String(err ?? '').trim()
  if (text === '') return errorTexts.wrongPassword
  return Number.isNaN(Number(text)) ? text : errorTexts.wrongPasswordCounted(text)
}

function describeValue(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.values(value).map(describeValue).join(',') : String(value ?? '')
}

/** Field texts of an error body; undefined for other bodies (a token error has `error`). */
function fieldsOf(body: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || 'error' in body) return undefined
  const entries = Object.entries(body)
  if (entries.length === 0 || !entries.every(([, value]) => typeof value === 'string')) return undefined
  return Object.fromEntries(entries)
}
