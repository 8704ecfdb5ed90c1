/** Named text rules of specification 5 and domain 4. Each checks the whole, untrimmed text. All patterns run in linear time. */

/**
 * True for a landline of 5 to 8 digits, with an optional area code of 2 or 3 digits and a hyphen before it, and an optional extension of 2
 * to 5 digits after `#`; or for a mobile number.
 *
 * @see specification 5 (check_phone_number)
 */
export function isPhone(text: string): boolean {
  return /^(?:\d{2,3}-)?\d{5,8}(?:#\d{2,5})?$/.test(text) || isMobile(text)
}

/** `09` and eight digits. */
export function isMobile(text: string): boolean {
  return /^09\d{8}$/.test(text)
}

/** Two letters, an optional hyphen, eight digits (check_invoice). */
export function isInvoiceNumber(text: string): boolean {
  return /^[A-Za-z]{2}-?\d{8}$/.test(text)
}

/** Letters and digits only (alpha_num). */
export function isAlphaNumeric(text: string): boolean {
  return /^[A-Za-z0-9]+$/.test(text)
}

/** Account name: 4 to 50 letters, digits, dots and underscores (domain 4.3). */
export function isAccountName(text: string): boolean {
  return /^[A-Za-z0-9._]{4,50}$/.test(text)
}

/** Postal code: 3 digits, or 3+3. */
export function isZipCode(text: string): boolean {
  return /^\d{3}(?:\d{3})?$/.test(text)
}

/** A whole hour `00:00` to `23:00` (dictionary OnTheHour). */
export function isHour(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):00$/.test(text)
}

/** One address: local part, `@`, a host name of at least two labels; at most 254 characters. */
export function isEmail(text: string): boolean {
  if (text.length > 254) return false
  const [local = '', host = '', ...rest] = text.split('@')
  return rest.length === 0 && isLocalPart(local) && isHostName(host)
}

function isLocalPart(text: string): boolean {
  return text.length <= 64 && text.split('.').every((part) => /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(part))
}

function isHostName(text: string): boolean {
  const labels = text.split('.')
  return (
    labels.length >= 2 &&
    labels.every((label) => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  )
}

/** Standard base64 with padding; '' is not a value. */
export function isBase64(text: string): boolean {
  return text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
}

/** Pairs of hexadecimal digits. */
export function isHex(text: string): boolean {
  return text.length > 0 && text.length % 2 === 0 && /^[0-9A-Fa-f]+$/.test(text)
}

/** An absolute https address without user name or password. */
export function isHttps(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'https:' && url.username === '' && url.password === ''
}

/** True when JSON.parse accepts the text. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** True for text that the database can store: no NUL and no half of a surrogate pair. */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)
}

/** The first characters of a text. Unlike `slice`, never half of a character outside the basic plane: names have such. */
export function shortened(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : [...text].slice(0, lengthMax).join('')
}

/**
 * True when XML 1.0 allows every character: no control characters except tab and line ends, no half of a surrogate pair, no U+FFFE or
 * U+FFFF.
 */
export function isXmlText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  return text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)
}
