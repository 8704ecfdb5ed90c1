import { type FormEvent, memo, useId, useMemo, useState } from 'react'
import { CollapsibleCard } from '../../../client/parts/CollapsibleCard.tsx'
import { Icon } from '../../../client/parts/Icon.tsx'
import { type Alternative, canCombine, type ListFilter } from '../../../language/query/listQueryFilters.ts'
import type { ResolvedFilter, ResolvedList } from '../../../language/resolved.ts'
import { AlternativesButton } from './alternatives/AlternativesButton.tsx'
import { FilterControl } from './FilterControl.tsx'
import { draftOf, type FilterDraft, type SubmittedFilters, submitFilters, textOf } from './filterDraft.ts'
import { foldFilters } from './foldFilters.ts'
import { useDraft } from './useDraft.ts'
import { useUnfolded } from './useUnfolded.ts'

interface FilterBarProps {
  readonly list: ResolvedList
  /** Address of the screen, under which is kept whether all filters are shown. */
  readonly place: string
  /** The active filters. */
  readonly filters: readonly ListFilter[]
  readonly alternatives: readonly Alternative[]
  readonly onSubmit: (filters: readonly ListFilter[]) => void
  readonly onAlternatives: (alternatives: readonly Alternative[]) => void
  readonly onReset: () => void
}

/**
 * The filters of a list with 查詢 and 清除; Enter submits. Typed values are kept here until then. Of many filters only the first row is shown
 * until 更多條件 is pressed; chips above the table show which of the others are active.
 */
export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { list, place, filters, alternatives, onSubmit, onAlternatives, onReset } = props
  const idPrefix = useId()
  const inForce = draftOf(filters, list)
  const [typed, setTyped] = useDraft<FilterDraft>(JSON.stringify(inForce))
  const draft = typed ?? inForce
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const { first, rest } = useMemo(() => foldFilters(list.filters), [list])
  const [isUnfolded, setUnfolded] = useUnfolded(place)
  const shown = isUnfolded ? list.filters : first
  const change = (name: string, texts: readonly string[]) => setTyped(clearDependents({ ...draft, [name]: texts }, name, list))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const outcome: SubmittedFilters = submitFilters(draft, list)
    setProblems(outcome.ok ? {} : outcome.problems)
    if (outcome.ok) onSubmit(outcome.filters)
    else if (rest.some((filter) => filter.field in outcome.problems)) setUnfolded(true)
  }
  const clear = () => {
    setTyped(null)
    setProblems({})
    onReset()
  }
  return (
    <CollapsibleCard title="查詢條件">
      <form className="list-filters" onSubmit={submit} noValidate aria-label="查詢條件">
        {shown.map((filter) => (
          <FilterField
            key={filter.field}
            id={`${idPrefix}-${filter.field}`}
            filter={filter}
            draft={draft}
            problem={problems[filter.field]}
            onChange={change}
          />
        ))}
        <div className="list-filter-buttons list-filter-wide">
          <button type="submit" className="btn btn-sm btn-primary">
            查詢
          </button>
          <button type="button" className="btn btn-sm btn-outline-secondary" onClick={clear}>
            清除
          </button>
          {list.filters.some(canCombine) && <AlternativesButton list={list} alternatives={alternatives} onChange={onAlternatives} />}
          {rest.length > 0 && (
            <button type="button" className="btn btn-sm btn-link" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
              {isUnfolded ? '收合條件' : '更多條件'}
              <Icon name={isUnfolded ? 'keyboard_arrow_up' : 'keyboard_arrow_down'} />
            </button>
          )}
        </div>
      </form>
    </CollapsibleCard>
  )
})

interface FilterFieldProps {
  readonly id: string
  readonly filter: ResolvedFilter
  readonly draft: FilterDraft
  readonly problem: string | undefined
  readonly onChange: (name: string, texts: readonly string[]) => void
}

function FilterField({ id, filter, draft, problem, onChange }: FilterFieldProps) {
  const problemId = problem === undefined ? undefined : `${id}-problem`
  const isRange = filter.op === 'between'
  return (
    <div className={isRange ? 'list-filter-wide' : undefined}>
      <label htmlFor={id} className="form-label small mb-1">
        {filter.title}
        {filter.required && <span className="text-danger"> *</span>}
      </label>
      <FilterControl id={id} filter={filter} draft={draft} onChange={onChange} problemId={problemId} />
      {problem !== undefined && (
        <div id={problemId} className="text-danger small" role="alert">
          {problem}
        </div>
      )}
    </div>
  )
}

/** Clears filters whose options depend on the changed one, because their values may not be among the new options. */
function clearDependents(draft: FilterDraft, changed: string, list: ResolvedList): FilterDraft {
  let rest = draft
  for (const { field, dictionary } of list.filters) {
    if (dictionary?.strArg === `form.${changed}` && textOf(rest, field) !== '')
      rest = clearDependents({ ...rest, [field]: [] }, field, list)
  }
  return rest
}
