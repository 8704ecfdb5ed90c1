/** Parts of an automatic number, as a document writes it: `PK{yyyyMM}{0000}`. */
interface NumberPattern {
  readonly start: string
  /** Absent: the numbers go on for ever. */
  readonly date?: string
  readonly between: string
  readonly digits: number
  readonly end: string
}

/** What stands around the counter on a day. Numbers of the same frame are counted together. */
export interface NumberFrame {
  readonly before: string
  readonly digits: number
  readonly after: string
}

/** Letters, digits, `-`, `_` and `/`; at most one date; one counter, which grows beyond its digits. */
export const numberPattern =
  '^[A-Za-z0-9_/-]*(\\{(yyyy|yyyyMM|yyyyMMdd|yy|yyMM|yyMMdd)\\}[A-Za-z0-9_/-]*)?\\{0{1,9}\\}([A-Za-z_/-][A-Za-z0-9_/-]*)?$'

const parts = /^([^{]*)(?:\{(y+M{0,2}d{0,2})\}([^{]*))?\{(0+)\}(.*)$/

function readPattern(pattern: string): NumberPattern {
  const [, start = '', date, between = '', zeros = '', end = ''] = parts.exec(pattern) ?? []
  return { start, ...(date !== undefined && { date }), between, digits: zeros.length, end }
}

/** @param pattern one that fits {@link numberPattern} @param day YYYY-MM-DD */
export function numberFrame(pattern: string, day: string): NumberFrame {
  const { start, date = '', between, digits, end } = readPattern(pattern)
  const [year = '', month = '', dayOfMonth = ''] = day.split('-')
  const written = date
    .replace(/^y+/, year.slice(date.startsWith('yyyy') ? 0 : 2))
    .replace('MM', month)
    .replace('dd', dayOfMonth)
  return { before: start + written + between, digits, after: end }
}

/** `{before: 'PK202611', digits: 4, after: ''}` and 7 give `PK2026110007`. */
export function numberText({ before, digits, after }: NumberFrame, number: number): string {
  return before + String(number).padStart(digits, '0') + after
}
