import type { DictionaryRef } from '../../../language/resolved.ts'
import { type FilterDraft, valuesOf } from './filterDraft.ts'

const formRoot = 'form.'

/**
 * The dictionary request of a filter: with its literal argument, or with the value of the filter on which it depends. When that has no
 * value or several, all options are requested, so that users need not choose a type before a role.
 */
export function filterDictionary(dictionary: DictionaryRef | undefined, draft: FilterDraft): DictionaryRef | undefined {
  if (!dictionary?.strArg?.startsWith(formRoot)) return dictionary
  const { strArg, ...whole } = dictionary
  const [text, ...others] = valuesOf(draft, strArg.slice(formRoot.length))
  return text === undefined || others.length > 0 ? whole : { ...whole, strArg: text }
}
