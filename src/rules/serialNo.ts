/** Crockford base32, without I, L, O and U, so that no character is mistaken for another. */
export const serialAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Length of a point serial, including the check character. */
export const serialLength = 16

const groupLength = 4
const digitOf = new Map(Array.from(serialAlphabet, (character, digit) => [character, digit]))
/** Characters that people read or type instead of the right one. */
const lookAlikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/**
 * Check character of 15 serial characters: a Damm code over GF(32), `next = 2 * (interim + digit)`. It detects every single wrong character
 * and every swap of two characters, because the powers of 2 in GF(32) are all different for 31 places.
 *
 * @param payload characters of {@link serialAlphabet}
 */
export function serialCheckCharacter(payload: string): string {
  let interim = 0
  for (const character of payload) {
    const digit = digitOf.get(character)
    if (digit === undefined) throw new RangeError('not a character of a serial')
    interim = timesTwo(interim ^ digit)
  }
  return serialAlphabet.charAt(interim)
}

/**
 * Normal form of a serial, as stored: upper case, no spaces or hyphens, look-alikes replaced. Null when length, alphabet or check character
 * is wrong.
 */
export function parseSerialNo(text: string): string | null {
  const characters = Array.from(text.toUpperCase().replace(/[\s-]/g, ''), (character) => lookAlikes[character] ?? character)
  if (characters.length !== serialLength || !characters.every((character) => digitOf.has(character))) return null
  const serialNo = characters.join('')
  return serialCheckCharacter(serialNo.slice(0, -1)) === serialNo.slice(-1) ? serialNo : null
}

/** A serial in groups of four, as printed: `9T2M-4KXW-7QZ3-HF8R`. */
export function formatSerialNo(serialNo: string): string {
  return serialNo.match(new RegExp(`.{1,${groupLength}}`, 'g'))?.join('-') ?? ''
}

/** Multiplication by 2 in GF(32) with the polynomial x^5 + x^2 + 1. */
function timesTwo(value: number): number {
  const doubled = value << 1
  return doubled & 32 ? doubled ^ 0b100101 : doubled
}

/** Luhn check digit of a text of digits. */
export function luhnDigit(payload: string): string {
  let sum = 0
  for (const [index, character] of [...payload].reverse().entries()) {
    const digit = Number(character) * (index % 2 === 0 ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return String((10 - (sum % 10)) % 10)
}

/** Normal form of a physical card number (16 digits, starts with 8801, Luhn) without spaces and hyphens; null when it is not valid. */
export function parseCardNo(text: string): string | null {
  const cardNo = text.replace(/[\s-]/g, '')
  if (!/^8801\d{12}$/.test(cardNo)) return null
  return luhnDigit(cardNo.slice(0, -1)) === cardNo.slice(-1) ? cardNo : null
}
