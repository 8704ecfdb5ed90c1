import type { ComponentType } from 'react'
import { useDictionary } from '../../../client/dictionaries.ts'
import { useLateCode } from '../../../client/load/useCode.ts'
import { useUserScope } from '../../../client/session/useSession.ts'
import type { ResolvedFilter, ResolvedReference } from '../../../language/resolved.ts'
import { BooleanFilter } from './BooleanFilter.tsx'
import type { FilterControlProps } from './filterControlProps.ts'
import { OptionFilter } from './OptionFilter.tsx'
import { DateFilter, MonthFilter, NumberFilter, TextFilter } from './ValueFilter.tsx'

/** Loaded on demand, because few lists are filtered by what they refer to. */
const loadReferenceFilter = () => import('./ReferenceFilter.tsx')

const controls: { readonly [Kind in ResolvedFilter['kind']]: ComponentType<FilterControlProps> } = {
  text: TextFilter,
  number: NumberFilter,
  boolean: BooleanFilter,
  date: DateFilter,
  dateTime: DateFilter,
  month: MonthFilter,
  option: OptionFilter,
}

/**
 * The control of a filter by the kind of its value. The company filter is fixed for a merchant user who sees only one company (domain 4.0).
 */
export function FilterControl(props: FilterControlProps) {
  const { companyNo } = useUserScope()
  return props.filter.isScope === true && companyNo !== null ? <OwnCompanyFilter {...props} /> : <OpenFilter {...props} />
}

function OpenFilter(props: FilterControlProps) {
  const { reference } = props.filter
  if (reference !== undefined) return <LateReferenceFilter {...props} reference={reference} />
  const Control = controls[props.filter.kind]
  return <Control {...props} />
}

function LateReferenceFilter(props: FilterControlProps & { readonly reference: ResolvedReference }) {
  const ReferenceFilter = useLateCode(loadReferenceFilter).code?.ReferenceFilter
  return ReferenceFilter === undefined ? <TextFilter {...props} /> : <ReferenceFilter {...props} />
}

/** Dictionary of the companies that a user sees, for a filter of plain text, which has none. */
const companies = { name: 'Company' }

/**
 * The fixed company filter, because the server restricts the list to it anyway. A merchant user who sees a group can choose among its
 * companies.
 */
function OwnCompanyFilter(props: FilterControlProps) {
  const { options } = useDictionary(props.filter.dictionary ?? companies)
  const [own, ...others] = options
  if (own === undefined || others.length > 0) return <OpenFilter {...props} />
  return <input id={props.id} className="form-control form-control-sm" value={own.value} readOnly disabled />
}
