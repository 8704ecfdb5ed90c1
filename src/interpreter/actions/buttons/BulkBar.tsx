import { useId } from 'react'
import type { ResolvedAction } from '../../../language/resolved.ts'
import { message } from '../../../rules/messages.ts'
import type { ActionTarget, ChosenRows } from '../actionTarget.ts'
import { inOrderOfWeight } from './actionOrder.ts'

/** The selection in a list. */
export interface BulkSelection {
  /** All rows that match the filters are selected, instead of single rows. */
  readonly isAllMatching: boolean
  readonly count: number
  readonly chosen: ChosenRows
  /** Sum of a field over the selection; null when not every selected row was loaded, or a value is not a number. */
  readonly sumOf: (field: string) => number | null
  readonly selectAllMatching: () => void
  readonly clear: () => void
}

interface BulkBarProps {
  readonly actions: readonly ResolvedAction[]
  readonly selection: BulkSelection
  /** Number of rows that match the filters of the list. */
  readonly totalCount: number
  readonly onRun: (action: ResolvedAction, target: ActionTarget) => void
}

/** Actions for the selected rows. Without a selection they are disabled, with the reason (M16). */
export function BulkBar({ actions, selection, totalCount, onRun }: BulkBarProps) {
  const hintId = useId()
  const { count, chosen, isAllMatching, sumOf } = selection
  const isEmpty = count === 0
  return (
    <section className="list-bulk d-print-none d-flex flex-wrap align-items-center gap-2" aria-label="批次作業">
      {inOrderOfWeight(actions).map((action) => (
        <button
          key={action.name}
          type="button"
          className={`btn btn-sm btn-outline-${action.tone}`}
          disabled={isEmpty}
          title={isEmpty ? message('M16') : undefined}
          aria-describedby={isEmpty ? hintId : undefined}
          onClick={() => onRun(action, { kind: 'rows', chosen, count, sumOf })}
        >
          {action.label}
        </button>
      ))}
      <span id={hintId} className="small text-body-secondary" role="status">
        {isEmpty ? message('M16') : `已選取 ${count.toLocaleString('en-US')} 筆`}
      </span>
      {!isEmpty && !isAllMatching && count < totalCount && (
        <button type="button" className="btn btn-sm btn-link" onClick={selection.selectAllMatching}>
          選取符合條件的全部 {totalCount.toLocaleString('en-US')} 筆
        </button>
      )}
      {!isEmpty && (
        <button type="button" className="btn btn-sm btn-link" onClick={selection.clear}>
          清除選取
        </button>
      )}
    </section>
  )
}
