import type { DictionaryRef } from '../../../language/resolved.ts'
import { type FilterDraft, textOf } from './filterDraft.ts'

const formRoot = 'form.'

/** The argument of a dictionary in the filter bar: a literal, or the present value of the filter it depends on. */
export function dictionaryArgument(dictionary: DictionaryRef | undefined, draft: FilterDraft): string | undefined {
  const argument = dictionary?.strArg
  if (argument === undefined || !argument.startsWith(formRoot)) return argument
  const text = textOf(draft, argument.slice(formRoot.length))
  return text === '' ? undefined : text
}
