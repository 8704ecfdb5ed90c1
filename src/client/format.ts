import { monthText } from '../rules/monthText.ts'

/** How values are displayed. Null, undefined and empty text give an empty text; a value that does not fit its kind is shown unchanged. */

const timeZone = 'Asia/Taipei'

const wholeNumber = new Intl.NumberFormat('zh-TW', { maximumFractionDigits: 0 })

const dateTimeParts = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** Cached by number of decimals, because tables format every cell, and making a formatter is slow. */
const decimalNumbers = new Map<number, Intl.NumberFormat>()

/** Points, whole: `12,345`. */
export function formatPoints(value: unknown): string {
  return formatNumber(value, wholeNumber)
}

/** Whole New Taiwan dollars: `12,345`. */
export function formatMoney(value: unknown): string {
  return formatNumber(value, wholeNumber)
}

/** Price with `decimals` places (default 4, as of a point): `1.0000`. */
export function formatPrice(value: unknown, decimals = 4): string {
  return formatNumber(value, decimalNumber(decimals))
}

/** Percent with `decimals` places (default 1): `12.5%`. */
export function formatPercent(value: unknown, decimals = 1): string {
  const text = formatNumber(value, decimalNumber(decimals))
  return isNumeric(value) ? `${text}%` : text
}

/** Business date `YYYY-MM-DD`; a timestamp shows its date in Taipei. */
export function formatDate(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return value
  return formatDateTime(value).slice(0, 10)
}

/** Timestamp in Taipei: `YYYY-MM-DD HH:mm:ss`. */
export function formatDateTime(value: unknown): string {
  const parts = taipeiParts(value)
  return parts ? `${parts.year}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}` : plain(value)
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** Formats UTC timestamps; any other text is returned unchanged. Histories keep old and new values of any field as text. */
export function formatText(text: string): string {
  return instant.test(text) ? formatDateTime(text) : text
}

/** Month `yyyyMM` as `2025年01月`, like the labels of the dictionary Period. */
export function formatMonth(value: unknown): string {
  return monthText(plain(value))
}

/** Time stamp for file names in Taipei time: `yyyyMMddHHmmss` (specification, section 9). */
export function formatFileStamp(time: Date): string {
  return formatDateTime(time).replaceAll(/\D/g, '')
}

/** Today's business date in Taipei, `YYYY-MM-DD`. */
export function todayInTaipei(): string {
  return formatDateTime(new Date()).slice(0, 10)
}

function formatNumber(value: unknown, format: Intl.NumberFormat): string {
  return isNumeric(value) ? format.format(Number(value)) : plain(value)
}

function decimalNumber(decimals: number): Intl.NumberFormat {
  const known = decimalNumbers.get(decimals)
  if (known) return known
  const made = new Intl.NumberFormat('zh-TW', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  decimalNumbers.set(decimals, made)
  return made
}

function isNumeric(value: unknown): boolean {
  return (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) && Number.isFinite(Number(value))
}

function taipeiParts(value: unknown): Record<string, string> | null {
  const time = value instanceof Date ? value : new Date(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN)
  if (Number.isNaN(time.getTime())) return null
  return Object.fromEntries(dateTimeParts.formatToParts(time).map((part) => [part.type, part.value]))
}

function plain(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}
