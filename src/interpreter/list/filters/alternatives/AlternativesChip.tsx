import { Fragment } from 'react'
import type { Alternative } from '../../../../language/query/listQueryFilters.ts'
import type { ResolvedFilter } from '../../../../language/resolved.ts'
import { ConditionText } from '../../../shared/values/FilterChips.tsx'

interface AlternativesChipProps {
  readonly declared: readonly ResolvedFilter[]
  readonly alternatives: readonly Alternative[]
  readonly onRemove: () => void
}

/** The groups in force, as a sentence, with a button that removes them. */
export function AlternativesChip({ declared, alternatives, onRemove }: AlternativesChipProps) {
  return (
    <p className="mb-1">
      <span className="badge text-body bg-body-tertiary border d-inline-flex align-items-center gap-1 fw-normal text-wrap text-start">
        <span>
          進階條件：
          {alternatives.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no names, and are drawn anew as a whole
            <Fragment key={index}>
              {index > 0 && ' 或 '}
              {alternatives.length > 1 && '（'}
              {group.map((filter, place) => {
                const owner = declared.find((one) => one.field === filter.field)
                return (
                  <Fragment key={`${filter.field} ${filter.op}`}>
                    {place > 0 && ' 且 '}
                    {owner !== undefined && <ConditionText declared={owner} filter={filter} />}
                  </Fragment>
                )
              })}
              {alternatives.length > 1 && '）'}
            </Fragment>
          ))}
        </span>
        <button type="button" className="btn-close list-chip-close" aria-label="移除進階條件" onClick={onRemove} />
      </span>
    </p>
  )
}
