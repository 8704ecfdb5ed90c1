import type { LoadFailure } from './loadFailure.ts'

/** What stands where something could not be loaded; 重試 tries again, where that can help. */
export function LoadProblem({ text, canRetry, onRetry }: LoadFailure & { readonly onRetry: () => void }) {
  return (
    <div className="alert alert-danger d-flex align-items-center gap-3" role="alert">
      <span className="flex-grow-1">{text}</span>
      {canRetry && (
        <button type="button" className="btn btn-sm btn-outline-danger flex-shrink-0" onClick={onRetry}>
          重試
        </button>
      )}
    </div>
  )
}
