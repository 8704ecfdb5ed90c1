import { type MissingProps, missingText } from '../../src/client/load/late.tsx'
import { replacedText, useReplaced } from '../../src/client/load/replaced.ts'

/** Shown instead of something that could not be loaded. */
export function LoadProblem({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="load-problem" role="alert">
      <p>{text}</p>
      <button type="button" className="button button-quiet" onClick={onRetry}>
        重新載入
      </button>
    </div>
  )
}

/** Shown instead of a part of a page whose code could not be fetched. */
export function MissingPart({ onRetry }: MissingProps) {
  const isGone = useReplaced()
  if (isGone) return <LoadProblem text={replacedText} onRetry={() => window.location.reload()} />
  return <LoadProblem text={missingText} onRetry={onRetry} />
}
