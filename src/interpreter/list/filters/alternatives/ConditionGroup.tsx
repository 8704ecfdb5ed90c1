import { conditionsMax } from '../../../../language/query/listQueryFilters.ts'
import type { ResolvedFilter } from '../../../../language/resolved.ts'
import { type ConditionDraft, type ConditionProblems, newCondition } from './alternativesDraft.ts'
import { ConditionRow } from './ConditionRow.tsx'

interface ConditionGroupProps {
  /** Counted from 1. */
  readonly number: number
  readonly conditions: readonly ConditionDraft[]
  readonly offered: readonly ResolvedFilter[]
  /** What a new condition is about at first. */
  readonly first: ResolvedFilter
  readonly problems: ConditionProblems
  readonly onChange: (conditions: readonly ConditionDraft[]) => void
  /** Is told the id of a condition that was edited, so that its error goes. */
  readonly onCorrect: (id: string) => void
  readonly onRemove: () => void
}

/** Conditions that have to hold together. */
export function ConditionGroup({ number, conditions, offered, first, problems, onChange, onCorrect, onRemove }: ConditionGroupProps) {
  return (
    <fieldset className="border rounded p-3">
      <legend className="h6 float-none w-auto mb-2">第 {number} 組</legend>
      {conditions.map((condition, place) => (
        <ConditionRow
          key={condition.id}
          condition={condition}
          offered={offered}
          group={conditions}
          place={place}
          problem={problems[condition.id]}
          onChange={(changed) => {
            onCorrect(changed.id)
            onChange(conditions.map((one) => (one.id === changed.id ? changed : one)))
          }}
          onRemove={() => onChange(conditions.filter((one) => one.id !== condition.id))}
        />
      ))}
      <div className="d-flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary"
          disabled={conditions.length >= conditionsMax}
          onClick={() => onChange([...conditions, newCondition(first)])}
        >
          新增條件
        </button>
        <button type="button" className="btn btn-sm btn-link text-danger ms-auto" onClick={onRemove}>
          移除第 {number} 組
        </button>
      </div>
    </fieldset>
  )
}
