import { useLabels } from '../../../client/dictionaries.ts'
import type { Predicate, Tests } from '../../../language/documents/predicate.ts'
import type { ResolvedList } from '../../../language/resolved.ts'

/**
 * What the totals of a list leave out and subtract, in words: `不含待開立、已作廢；折讓單為減項`. Otherwise sums that differ from what the
 * rows add up to look wrong. Empty when every row is added, and for conditions on more than one choice of a column.
 */
export function useTotalsScope({ columns, totalsOf, totalsMinus }: ResolvedList): string {
  const dictionaryOf = (choice: Choice | null) => columns.find(({ field }) => field === choice?.field)?.dictionary
  const [summed, subtracted] = [choiceIn(totalsOf), choiceIn(totalsMinus)]
  const summedNames = namesOf(summed, useLabels(dictionaryOf(summed)))
  const subtractedNames = namesOf(subtracted, useLabels(dictionaryOf(subtracted)))
  return [
    summedNames && `${summed?.isExcluded ? '不含' : '只計'}${summedNames}`,
    subtractedNames && `${subtractedNames}${subtracted?.isExcluded ? '以外' : ''}為減項`,
  ]
    .filter((part) => part !== '')
    .join('；')
}

interface Choice {
  readonly field: string
  readonly values: readonly string[]
  /** True when rows with one of the values do not meet the condition. */
  readonly isExcluded: boolean
}

const choiceTests: Readonly<Record<string, { readonly isExcluded: boolean }>> = {
  eq: { isExcluded: false },
  in: { isExcluded: false },
  ne: { isExcluded: true },
  nin: { isExcluded: true },
}

/** The choice that a condition makes among the values of one field; null for any other condition. */
function choiceIn(predicate: Predicate = {}): Choice | null {
  const [only, ...others] = Object.entries(predicate)
  if (only === undefined || others.length > 0 || !only[0].startsWith('row.')) return null
  const [test, ...otherTests] = Object.entries(only[1] as Tests)
  const kind = test === undefined ? undefined : choiceTests[test[0]]
  if (test === undefined || kind === undefined || otherTests.length > 0) return null
  return { field: only[0].slice('row.'.length), values: [test[1]].flat().map(String), ...kind }
}

/** Empty while the labels are loading. */
function namesOf(choice: Choice | null, labels: ReadonlyMap<string, { readonly value: string }>): string {
  const names = choice?.values.map((value) => labels.get(value)?.value) ?? []
  return names.includes(undefined) ? '' : names.join('、')
}
