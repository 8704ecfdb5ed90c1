import { memo } from 'react'
import { useDictionary } from '../../../client/dictionaries.ts'
import { formatMonth } from '../../../client/format.ts'
import type { FilterOp } from '../../../language/documents/vocabulary.ts'
import type { FilterValue, ListFilter } from '../../../language/query/listQueryFilters.ts'
import type { ResolvedFilter } from '../../../language/resolved.ts'

const opSigns = {
  contains: '：',
  eq: '：',
  in: '：',
  between: '：',
  ne: ' ≠ ',
  lt: ' < ',
  lte: ' ≤ ',
  gt: ' > ',
  gte: ' ≥ ',
} as const satisfies Record<FilterOp, string>

interface FilterChipsProps {
  readonly declared: readonly ResolvedFilter[]
  readonly filters: readonly ListFilter[]
  readonly onChange: (filters: readonly ListFilter[]) => void
}

/** The active filters, each with a button that removes it; a required one cannot be removed. */
export const FilterChips = memo(function FilterChips({ declared, filters, onChange }: FilterChipsProps) {
  if (filters.length === 0) return null
  return (
    <ul className="list-chips list-inline mb-0" aria-label="已套用的查詢條件">
      {filters.map((filter) => {
        const owner = declared.find((one) => one.field === filter.field)
        if (owner === undefined) return null
        const remove = () => onChange(filters.filter((one) => one !== filter))
        return (
          <li key={`${filter.field} ${filter.op}`} className="list-inline-item mb-1">
            <Chip declared={owner} filter={filter} onRemove={owner.required ? null : remove} />
          </li>
        )
      })}
    </ul>
  )
})

interface ChipProps {
  readonly declared: ResolvedFilter
  readonly filter: ListFilter
  readonly onRemove: (() => void) | null
}

function Chip({ declared, filter, onRemove }: ChipProps) {
  return (
    <span className="badge text-body bg-body-tertiary border d-inline-flex align-items-center gap-1 fw-normal">
      <ConditionText declared={declared} filter={filter} />
      {onRemove !== null && (
        <button type="button" className="btn-close list-chip-close" aria-label={`移除條件 ${declared.title}`} onClick={onRemove} />
      )}
    </span>
  )
}

/** A condition as people read it: `狀態：已完成`. */
export function ConditionText({ declared, filter }: Pick<ChipProps, 'declared' | 'filter'>) {
  const literal = declared.dictionary?.strArg?.startsWith('form.') ? undefined : declared.dictionary?.strArg
  const { options } = useDictionary(declared.dictionary, literal)
  const labelOf = (value: FilterValue | null) => options.find((option) => option.key === String(value))?.value ?? valueText(value, declared)
  const text = filter.values.map(labelOf).join(filter.op === 'between' ? ' ～ ' : '、')
  return (
    <>
      {declared.title}
      {opSigns[filter.op]}
      {text}
    </>
  )
}

function valueText(value: FilterValue | null, declared: ResolvedFilter): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  return declared.kind === 'month' ? formatMonth(String(value)) : String(value)
}
