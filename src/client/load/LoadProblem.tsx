import type { LoadFailure } from './loadFailure.ts'

interface LoadProblemProps {
  readonly failure: LoadFailure
  readonly onRetry: () => void
  /** What the button says; default: 重試. */
  readonly retryText?: string
}

/** Shown instead of something that could not be loaded, with a button 重試 when a retry may help. */
export function LoadProblem({ failure: { text, canRetry }, onRetry, retryText = '重試' }: LoadProblemProps) {
  return (
    <div className="alert alert-danger d-flex align-items-center gap-3" role="alert">
      <span className="flex-grow-1">{text}</span>
      {canRetry && (
        <button type="button" className="btn btn-sm btn-outline-danger flex-shrink-0" onClick={onRetry}>
          {retryText}
        </button>
      )}
    </div>
  )
}
