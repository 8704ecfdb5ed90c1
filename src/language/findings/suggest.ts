import { closest, distance } from 'fastest-levenshtein'
import { habits } from './habits.ts'

/** The known name that is most similar to the written one, unless none is similar enough. */
export function suggest(written: string, known: Iterable<string>): string | undefined {
  const names = [...known].filter((name) => name !== written)
  if (names.length === 0 || written === '') return undefined
  const sameButCase = names.find((name) => name.toLowerCase() === written.toLowerCase())
  const nearest = sameButCase ?? closest(written, names)
  const longer = sameButCase === undefined && distance(written, nearest) > 1 ? longerName(written, names) : undefined
  if (longer !== undefined) return longer
  return sameButCase !== undefined || distance(written, nearest) <= allowedDistance(written) ? nearest : undefined
}

/** The only name that ends with the written word, or has it among its words: `tariffName` for `name`, `card_giftcard` for `gift`. */
function longerName(written: string, names: readonly string[]): string | undefined {
  const end = `${written.charAt(0).toUpperCase()}${written.slice(1)}`
  const isLonger = (name: string) => name.endsWith(end) || (name.includes('_') && name.split('_').some((word) => word.startsWith(written)))
  const longer = written.length < 2 ? [] : names.filter(isLonger)
  return longer.length === 1 ? longer[0] : undefined
}

/** Short words are similar to many others, so fewer differences are allowed. */
function allowedDistance(written: string): number {
  return written.length < 4 ? written.length - 2 : Math.max(2, Math.floor(written.length / 3))
}

/** Most names in a message, because more would hide the sentence. */
const listedMax = 20

/**
 * A message about an unknown name, with the most similar known name as suggestion, otherwise with a list of the known names.
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

/** `{ suggestion }` if there is one, for spreading into a finding. */
export function withSuggestion(written: string, known: Iterable<string>): { readonly suggestion?: string } {
  const suggestion = suggest(written, known)
  return suggestion === undefined ? {} : { suggestion }
}

/**
 * The same for a word of the language. What it is called in other tools is looked up before similar words, because `like` is no misspelt
 * `lte`.
 */
export function withWordSuggestion(written: string, words: readonly string[]): { readonly suggestion?: string } {
  const habitual = habits.get(written.toLowerCase())?.find((word) => words.includes(word))
  return habitual === undefined ? withSuggestion(written, words) : { suggestion: habitual }
}
