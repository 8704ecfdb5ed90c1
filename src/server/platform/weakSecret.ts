/** Of 32 random bytes some 30 differ; as few as this happens once in 10^9. A short pattern has them, repeated. */
const distinctBytesMin = 17
/** The same of the steps between neighbours: a sequence has one step. */
const distinctStepsMin = 17
/** Of 64 random digits all 16 occur, nearly always; of a few fingers on a keyboard a few. */
const distinctDigitsMin = 11

function distinct(values: Iterable<unknown>): number {
  return new Set(values).size
}

/**
 * Whether a secret of 64 hexadecimal digits was plainly made by a person: repeated, counted up or down, or a text (also Base64 of something)
 * written as digits. Random ones are refused less than once in 10^8; that one is strong cannot be told from looking at it.
 */
export function isWeakSecret(hex: string): boolean {
  const bytes = [...Buffer.from(hex, 'hex')]
  const steps = bytes.slice(1).map((byte, index) => (byte - (bytes[index] ?? 0) + 256) % 256)
  const isText = bytes.every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 0x20 && byte < 0x7f))
  const isOneKind = /^[0-9]*$/.test(hex) || /^[a-f]*$/.test(hex)
  return (
    distinct(bytes) < distinctBytesMin ||
    distinct(steps) < distinctStepsMin ||
    distinct(hex) < distinctDigitsMin ||
    isText ||
    isOneKind ||
    bytes.join() === [...bytes].reverse().join()
  )
}
