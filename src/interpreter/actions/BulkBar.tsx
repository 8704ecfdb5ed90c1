import { useId } from 'react'
import type { ResolvedAction } from '../../language/resolved.ts'
import { message } from '../../rules/messages.ts'

interface BulkBarProps {
  readonly actions: readonly ResolvedAction[]
  /** Selected rows on all pages. */
  readonly count: number
  readonly onRun: (action: ResolvedAction) => void
  readonly onClear: () => void
}

/** Actions on the selected rows; disabled, with the reason, while none is (M16). */
export function BulkBar({ actions, count, onRun, onClear }: BulkBarProps) {
  const hintId = useId()
  const isEmpty = count === 0
  return (
    <section className="list-bulk d-print-none d-flex flex-wrap align-items-center gap-2" aria-label="批次作業">
      {actions.map((action) => (
        <button
          key={action.name}
          type="button"
          className={`btn btn-sm btn-outline-${action.tone}`}
          disabled={isEmpty}
          title={isEmpty ? message('M16') : undefined}
          aria-describedby={isEmpty ? hintId : undefined}
          onClick={() => onRun(action)}
        >
          {action.label}
        </button>
      ))}
      <span id={hintId} className="small text-body-secondary" role="status">
        {isEmpty ? message('M16') : `已選取 ${count} 筆`}
      </span>
      {!isEmpty && (
        <button type="button" className="btn btn-sm btn-link" onClick={onClear}>
          清除選取
        </button>
      )}
    </section>
  )
}
