/** A number as people type it: digits with optional sign, thousands commas and one decimal point. */
const typedNumber = /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d*)?$|^[+-]?\.\d+$/

/**
 * What a typed text means. Full-width digits and spaces around are taken too; what is not a number stays text, so that the
 * form's validator refuses it instead of something being guessed. Empty is undefined.
 */
export function parseNumberText(text: string): number | string | undefined {
  const plain = text.normalize('NFKC').trim()
  if (plain === '') return undefined
  if (!typedNumber.test(plain)) return text
  const value = Number(plain.replaceAll(',', ''))
  return Number.isFinite(value) ? value : text
}

/** The value for editing, without thousands commas and never in exponent form. */
export function editText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number') return ''
  return /e/i.test(String(value)) ? value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : String(value)
}

/** The value at rest, with thousands commas. */
export function restText(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 20 }) : editText(value)
}
