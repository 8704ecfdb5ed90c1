import type { Predicate, Tests } from '../documents/predicate.ts'
import type { ResolvedList } from '../resolved.ts'

/** The choices of columns that decide what the totals of a list add and what they subtract. */
export interface TotalsChoices {
  readonly summed: Choice | null
  readonly subtracted: Choice | null
}

export interface Choice {
  readonly field: string
  readonly values: readonly string[]
  /** True when rows with one of the values do not meet the condition. */
  readonly isExcluded: boolean
}

/** Finds the label of an option; undefined while it is not known. */
type LabelOf = (key: string) => string | undefined

const choiceTests: Readonly<Record<string, { readonly isExcluded: boolean }>> = {
  eq: { isExcluded: false },
  in: { isExcluded: false },
  ne: { isExcluded: true },
  nin: { isExcluded: true },
}

export function totalsChoices({ totalsOf, totalsMinus }: Pick<ResolvedList, 'totalsOf' | 'totalsMinus'>): TotalsChoices {
  return { summed: choiceIn(totalsOf), subtracted: choiceIn(totalsMinus) }
}

/**
 * What the totals of a list leave out and subtract, in words: `不含待開立、已作廢；折讓單為減項`. Otherwise sums that differ from what the
 * rows add up to look wrong. Empty when every row is added, and for conditions on more than one choice of a column.
 */
export function totalsScope({ summed, subtracted }: TotalsChoices, summedLabel: LabelOf, subtractedLabel: LabelOf): string {
  const [summedNames, subtractedNames] = [namesOf(summed, summedLabel), namesOf(subtracted, subtractedLabel)]
  return [
    summedNames && `${summed?.isExcluded ? '不含' : '只計'}${summedNames}`,
    subtractedNames && `${subtractedNames}${subtracted?.isExcluded ? '以外' : ''}為減項`,
  ]
    .filter((part) => part !== '')
    .join('；')
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

/** Empty unless the label of every value is known. */
function namesOf(choice: Choice | null, labelOf: LabelOf): string {
  const names = choice?.values.map(labelOf) ?? []
  return names.includes(undefined) ? '' : names.join('、')
}
