/**
 * Two ways to make stored values unreadable at a glance, as the specification requires (section 3). Neither is encryption: whoever can read
 * local storage can read the values.
 */

const mask = [0x5a, 0x3c, 0x96, 0xe1, 0x27]

/** A JSON value as masked base64 (the signed-in user). */
export function obfuscate(value: unknown): string {
  return toBase64(masked(new TextEncoder().encode(JSON.stringify(value))))
}

/** Reverses {@link obfuscate}; undefined when the text was not written by it. */
export function deobfuscate(text: string): unknown {
  return readJson(() => new TextDecoder().decode(masked(fromBase64(text))))
}

/** A JSON value as base64 written backwards (the permission list). */
export function encodeReversed(value: unknown): string {
  return reversed(toBase64(new TextEncoder().encode(JSON.stringify(value))))
}

/** Reverses {@link encodeReversed}; undefined when the text was not written by it. */
export function decodeReversed(text: string): unknown {
  return readJson(() => new TextDecoder().decode(fromBase64(reversed(text))))
}

function readJson(read: () => string): unknown {
  try {
    return JSON.parse(read())
  } catch {
    return undefined
  }
}

function masked(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => byte ^ (mask[index % mask.length] ?? 0))
}

function reversed(text: string): string {
  return [...text].reverse().join('')
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
