import type { ComponentType } from 'react'
import type { ResolvedFilter } from '../../../language/resolved.ts'
import { BooleanFilter } from './BooleanFilter.tsx'
import type { FilterDraft } from './filterDraft.ts'
import { OptionFilter } from './OptionFilter.tsx'
import { DateFilter, MonthFilter, NumberFilter, TextFilter } from './ValueFilter.tsx'

/** What every filter control gets. `id` is the id of its (first) input, for the label. */
export interface FilterControlProps {
  readonly id: string
  readonly filter: ResolvedFilter
  readonly draft: FilterDraft
  /** Sets the texts of one query parameter; an empty list takes it away. */
  readonly onChange: (name: string, texts: readonly string[]) => void
  /** Id of the text that says what is wrong; undefined while nothing is. */
  readonly problemId: string | undefined
}

const controls: { readonly [Kind in ResolvedFilter['kind']]: ComponentType<FilterControlProps> } = {
  text: TextFilter,
  number: NumberFilter,
  boolean: BooleanFilter,
  date: DateFilter,
  dateTime: DateFilter,
  month: MonthFilter,
  option: OptionFilter,
}

/** The control of a filter, by the kind of its value. */
export function FilterControl(props: FilterControlProps) {
  const Control = controls[props.filter.kind]
  return <Control {...props} />
}
