/** 32 random bytes hold about 30 distinct values; fewer than this happens once in 10^9. Catches short repeated patterns. */
const distinctBytesMin = 17
/** The same for differences between neighbouring bytes: a counting sequence has only one difference. */
const distinctStepsMin = 17
/** 64 random hex digits nearly always contain all 16; digits typed by hand contain few. */
const distinctDigitsMin = 11

function distinct(values: Iterable<unknown>): number {
  return new Set(values).size
}

/**
 * True when a secret of 64 hex digits was obviously made by a person: repeated or counting bytes, or a text (or Base64) written as digits.
 * Fewer than one random secret in 10^8 is refused. It cannot prove that a secret is strong.
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
