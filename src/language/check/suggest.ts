import { closest, distance } from 'fastest-levenshtein'

/** The known name nearest to what was written, unless it is too far away to be meant. */
export function suggest(written: string, known: Iterable<string>): string | undefined {
  const names = [...known].filter((name) => name !== written)
  if (names.length === 0 || written === '') return undefined
  const sameButCase = names.find((name) => name.toLowerCase() === written.toLowerCase())
  const nearest = sameButCase ?? closest(written, names)
  return sameButCase !== undefined || distance(written, nearest) <= allowedDistance(written) ? nearest : undefined
}

/** Short words are near to everything, so they must be nearly right. */
function allowedDistance(written: string): number {
  return written.length < 4 ? written.length - 2 : Math.max(2, Math.floor(written.length / 3))
}

/** `{ suggestion }` when there is one, for spreading into a finding. */
export function withSuggestion(written: string, known: Iterable<string>): { readonly suggestion?: string } {
  const suggestion = suggest(written, known)
  return suggestion === undefined ? {} : { suggestion }
}
