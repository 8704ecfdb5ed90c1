/** Masked forms of personal data (domain 4.0). A text too short to show a part of it is masked completely; '' stays ''. */

/** 王小明 becomes 王○明, 王明 becomes 王○. */
export function maskName(text: string): string {
  const letters = Array.from(text)
  if (letters.length <= 2) return letters.length === 0 ? '' : `${letters.length === 2 ? letters[0] : ''}○`
  return `${letters[0]}${'○'.repeat(letters.length - 2)}${letters.at(-1)}`
}

/** 0912345678 becomes 0912***678. */
function maskMobile(text: string): string {
  return keepEnds(text, 4, 3)
}

/** alice@mail.example becomes a***@mail.example. */
function maskEmail(text: string): string {
  if (text === '') return ''
  const at = text.lastIndexOf('@')
  return at <= 0 ? '***' : `${Array.from(text)[0]}***${text.slice(at)}`
}

/** 8802000000000011 becomes 8802********0011. */
export function maskCard(text: string): string {
  return keepEnds(text, 4, 4)
}

/** Keeps the last four characters; the number of stars does not tell the length. */
export function maskAccount(text: string): string {
  return text === '' ? '' : `****${text.length > 4 ? text.slice(-4) : ''}`
}

function keepEnds(text: string, head: number, tail: number): string {
  if (text.length <= head + tail) return '*'.repeat(text.length)
  return text.slice(0, head) + '*'.repeat(text.length - head - tail) + text.slice(-tail)
}

/** True for a text that only masks look like: nobody enters such a name, number or address. Secrets may have any character. */
export function looksMasked(text: string): boolean {
  return /[*○]/.test(text)
}

/** Masks by the value of `x-mask` in entity documents. */
export const masks = {
  name: maskName,
  mobile: maskMobile,
  email: maskEmail,
  card: maskCard,
  account: maskAccount,
  secret: maskAccount,
} as const satisfies Record<string, (text: string) => string>
export type Mask = keyof typeof masks
