import type { ComponentType } from 'react'
import type { ResolvedFilter } from '../../../language/resolved.ts'
import { BooleanFilter } from './BooleanFilter.tsx'
import type { FilterControlProps } from './filterControlProps.ts'
import { OptionFilter } from './OptionFilter.tsx'
import { DateFilter, MonthFilter, NumberFilter, TextFilter } from './ValueFilter.tsx'

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
