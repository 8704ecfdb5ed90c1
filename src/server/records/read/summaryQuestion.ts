import type { Predicate } from '../../../language/documents/predicate.ts'
import type { ReportPeriod } from '../../../language/documents/vocabulary.ts'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import type { SortKey } from '../../../language/resolved.ts'

/** A list query, and a condition beside it that lists have no filter for. */
export interface AskedRows {
  readonly query: ListQuery
  readonly rest?: Predicate | undefined
}

export interface SummaryGroup {
  readonly field: string
  readonly by?: ReportPeriod | undefined
}

export interface SummaryMeasure {
  readonly op: 'count' | 'sum' | 'average'
  /** Field of the sum, and member of the answer's rows; of a count only the latter. */
  readonly name: string
}

/** Member of a row with the number of values of an average: averages of groups do not add up, sums and numbers do. */
export const weightOf = (name: string): string => `${name}#count`

export interface SummaryQuestion extends AskedRows {
  readonly groups: readonly SummaryGroup[]
  /** An average answers the sum, and in {@link weightOf} over how many. */
  readonly measures: readonly SummaryMeasure[]
  /** Only so many groups, those with the largest first measure. */
  readonly top?: number
}

export interface RowsQuestion extends AskedRows {
  readonly fields: readonly string[]
  readonly sort: readonly SortKey[]
  readonly count: number
}
