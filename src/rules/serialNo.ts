/** Crockford base32: no I, L, O, U, so that nothing is mistaken for another character. */
export const serialAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Characters of a point serial, the check character included. */
export const serialLength = 16

const groupLength = 4
const digitOf = new Map(Array.from(serialAlphabet, (character, digit) => [character, digit]))
/** What people read or type in place of a character. */
const lookAlikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/**
 * The check character of 15 serial characters: a Damm code over GF(32), `next = 2 * (interim + digit)`. Every single wrong character
 * and every two exchanged characters are noticed, because the powers of 2 in GF(32) are all different for 31 places.
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

/** The serial as stored: upper case, no spaces or hyphens, look-alikes put right. Null when length, alphabet or check character is wrong. */
export function parseSerialNo(text: string): string | null {
  const characters = Array.from(text.toUpperCase().replace(/[\s-]/g, ''), (character) => lookAlikes[character] ?? character)
  if (characters.length !== serialLength || !characters.every((character) => digitOf.has(character))) return null
  const serialNo = characters.join('')
  return serialCheckCharacter(serialNo.slice(0, -1)) === serialNo.slice(-1) ? serialNo : null
}

/** In groups of four, as printed: `9T2M-4KXW-7QZ3-HF8R`. */
export function formatSerialNo(serialNo: string): string {
  return serialNo.match(new RegExp(`.{1,${groupLength}}`, 'g'))?.join('-') ?? ''
}

/** Multiplication by 2 in GF(32) with the polynomial x^5 + x^2 + 1. */
function timesTwo(value: number): number {
  const doubled = value << 1
  return doubled & 32 ? doubled ^ 0b100101 : doubled
}

/** Luhn digit of a text of digits. */
export function luhnDigit(payload: string): string {
  let sum = 0
  for (const [index, character] of [...payload].reverse().entries()) {
    const digit = Number(character) * (index % 2 === 0 ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return String((10 - (sum % 10)) % 10)
}

/** The number of a physical card (16 digits, starts 8801, Luhn), spaces and hyphens left out; null when it is none. */
export function parseCardNo(text: string): string | null {
  const cardNo = text.replace(/[\s-]/g, '')
  if (!/^8801\d{12}$/.test(cardNo)) return null
  return luhnDigit(cardNo.slice(0, -1)) === cardNo.slice(-1) ? cardNo : null
}
