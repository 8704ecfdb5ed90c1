import type { DictionaryRef, ResolvedList } from '../resolved.ts'

/**
 * The dictionaries that a list shows when it opens: those of its filters and of its columns, each once. One that depends on a field of a
 * form is asked for as a whole, because no filter has a value yet and rows differ in theirs.
 */
export function openingDictionaries({ filters, columns }: ResolvedList): readonly DictionaryRef[] {
  const shown = [
    ...filters.filter(({ kind, reference, choices }) => kind === 'option' && reference === undefined && choices === undefined),
    ...columns.filter(({ hidden }) => !hidden),
  ]
  const requests = shown.flatMap(({ dictionary }) => (dictionary === undefined ? [] : [withoutForm(dictionary)]))
  return [...new Map(requests.map((request) => [JSON.stringify(request), request])).values()]
}

/** An argument of the form `form.<field>` is the value of a field. */
export function withoutForm({ strArg, ...rest }: DictionaryRef): DictionaryRef {
  return strArg === undefined || strArg.startsWith('form.') ? rest : { ...rest, strArg }
}
