/** Largest `conditionPoint` and largest number of points anywhere (specification 5). */
export const pointsMax = 9_999_999_999

/** Text of the rule decimal_point for a number of decimals. The specification's default is one. */
export function decimalPlacesText(places: DecimalPlaces): string {
  return `最多${places}位小數`
}

export type DecimalPlaces = 1 | 2 | 3 | 4 | 5

/** True for a finite number with at most `places` decimals as people write it (0.1 has one). */
export function hasDecimalPlaces(value: number, places: DecimalPlaces): boolean {
  return Number.isFinite(value) && countDecimals(value) <= places
}

/** An integer that JSON transports exactly. */
export function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value)
}

/**
 * Rounds half away from zero to a number of decimals, using the decimal digits that people see: 1.005 with two decimals gives 1.01,
 * although its binary value is smaller.
 */
export function roundHalfUp(value: number, places: number): number {
  const shifted = Math.round(Number(`${Math.abs(value)}e${places}`))
  return shifted === 0 ? 0 : Math.sign(value) * Number(`${shifted}e-${places}`)
}

function countDecimals(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  const fraction = digits.split('.')[1]?.length ?? 0
  return Math.max(0, fraction - Number(exponent))
}

/** A number as typed: digits with optional sign, thousands commas and one decimal point. */
const typedNumber = /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d*)?$|^[+-]?\.\d+$/

/**
 * Parses a typed text, in a form or an imported sheet. Full-width digits and surrounding spaces are accepted. A text that is no number is
 * returned unchanged, so that validation refuses it instead of guessing. Empty gives undefined.
 */
export function parseNumberText(text: string): number | string | undefined {
  const plain = text.normalize('NFKC').trim()
  if (plain === '') return undefined
  if (!typedNumber.test(plain)) return text
  const value = Number(plain.replaceAll(',', ''))
  return Number.isFinite(value) ? value : text
}
