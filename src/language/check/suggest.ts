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

/** Most names that a message lists: more would hide the sentence. */
const listedMax = 20

/**
 * A message about a name that nothing bears: with the nearest known name as suggestion, else with the names there are.
 *
 * @param message sentence without its end
 */
export function unknownName(
  message: string,
  written: string,
  known: Iterable<string>,
): { readonly message: string; readonly suggestion?: string } {
  const names = [...known]
  const suggestion = suggest(written, names)
  if (suggestion !== undefined) return { message, suggestion }
  const more = names.length > listedMax ? '…' : ''
  return { message: names.length === 0 ? message : `${message}；可用：${names.slice(0, listedMax).join('、')}${more}` }
}

/** `{ suggestion }` when there is one, for spreading into a finding. */
export function withSuggestion(written: string, known: Iterable<string>): { readonly suggestion?: string } {
  const suggestion = suggest(written, known)
  return suggestion === undefined ? {} : { suggestion }
}
