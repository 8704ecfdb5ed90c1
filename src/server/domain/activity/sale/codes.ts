const separators = /[\s,;|/+、，；｜]+/u

/** The codes that a partner put into the one field for a code, in upper case. */
export function codesOf(sent: string | null): readonly string[] {
  if (sent === null) return []
  return sent
    .toUpperCase()
    .split(separators)
    .filter((code) => code !== '')
}
