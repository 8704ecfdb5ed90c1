import type { DictionaryRef } from '../../../language/resolved.ts'
import { type FilterDraft, valuesOf } from './filterDraft.ts'

const formRoot = 'form.'

/**
 * The dictionary of a filter as it is asked for: with its literal argument, or with the present value of the filter it depends on.
 * While that one is empty, or has several values, the dictionary is asked for as a whole: nobody must choose a type before looking
 * for a role.
 */
export function filterDictionary(dictionary: DictionaryRef | undefined, draft: FilterDraft): DictionaryRef | undefined {
  if (!dictionary?.strArg?.startsWith(formRoot)) return dictionary
  const { strArg, ...whole } = dictionary
  const [text, ...others] = valuesOf(draft, strArg.slice(formRoot.length))
  return text === undefined || others.length > 0 ? whole : { ...whole, strArg: text }
}
