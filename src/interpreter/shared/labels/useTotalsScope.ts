import { useLabels } from '../../../client/dictionaries.ts'
import { type Choice, totalsChoices, totalsScope } from '../../../language/query/totalsScope.ts'
import type { ResolvedList } from '../../../language/resolved.ts'

/** {@link totalsScope} of a list. Empty while the labels are loading. */
export function useTotalsScope(list: ResolvedList): string {
  const choices = totalsChoices(list)
  const dictionaryOf = (choice: Choice | null) => list.columns.find(({ field }) => field === choice?.field)?.dictionary
  const summed = useLabels(dictionaryOf(choices.summed))
  const subtracted = useLabels(dictionaryOf(choices.subtracted))
  return totalsScope(
    choices,
    (key) => summed.get(key)?.value,
    (key) => subtracted.get(key)?.value,
  )
}
