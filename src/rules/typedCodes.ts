import { withoutUnseen } from './cleanText.ts'
import type { FormatName } from './formats.ts'
import { toHalfWidth } from './halfWidth.ts'
import { looksMasked, type Mask } from './masks.ts'

/** Formats without blanks in them: what is pasted from a sheet or a web page often has some, around it or between its groups. */
const blankless: ReadonlySet<string> = new Set<FormatName>([
  'taxNumber',
  'phone',
  'mobile',
  'invoiceNumber',
  'alphaNumeric',
  'accountName',
  'zipCode',
  'ipOrCidr',
  'base64',
  'hex',
])

/** What a masked number is stored as: without the blanks and hyphens of a card or a bank book. */
const plainMasks: ReadonlySet<string> = new Set<Mask>(['card', 'account', 'mobile'])

/** What a field says of its texts. */
interface CodeField {
  readonly format?: string | undefined
  readonly 'x-mask'?: Mask | undefined
}

/**
 * A number, code or address as its field means it: Chinese input methods give full-width letters and digits, copied ones come with blanks,
 * and a mobile number is copied with hyphens, often between signs of direction that nobody sees. Any other text, and one that is wrong beyond that, is returned for the rules to judge.
 */
export function readTypedCode({ format, 'x-mask': mask }: CodeField, text: string): string {
  if (mask === 'secret' || (mask !== undefined && looksMasked(text))) return text
  if (format === 'email') return toHalfWidth(withoutUnseen(text)).trim()
  if (format === 'https') return withoutUnseen(text).trim()
  const isPlain = mask !== undefined && plainMasks.has(mask)
  if (!isPlain && (format === undefined || !blankless.has(format))) return text
  const plain = toHalfWidth(withoutUnseen(text)).replace(/\s/g, '')
  if (isPlain) return plain.replaceAll('-', '')
  return format === 'phone' || format === 'mobile' ? withoutHyphens(plain) : plain
}

/**
 * What a searched text may stand for: itself, and the number or code that it is when it was typed full-width, in small letters, or as it is
 * printed (`AB-12345678`, `8801 0000 0000 0012`). Names are searched as they are typed.
 */
export function readingsOf(text: string): readonly string[] {
  const typed = toHalfWidth(text).trim()
  if (!/^[A-Za-z0-9][A-Za-z0-9 -]*$/.test(typed)) return [text]
  const isPrinted = /^[A-Za-z]{2}-\d+$/.test(typed) || /^\d+(?:[ -]\d+)+$/.test(typed)
  const plain = isPrinted ? typed.replace(/[ -]/g, '') : typed
  return [...new Set([text, typed, plain, plain.toUpperCase()])]
}

function withoutHyphens(number: string): string {
  return /^09\d{2}-\d{3}-\d{3}$/.test(number) || /^09\d{2}-\d{6}$/.test(number) ? number.replaceAll('-', '') : number
}
