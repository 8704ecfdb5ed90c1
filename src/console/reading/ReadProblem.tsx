import Button from 'react-bootstrap/Button'

/** Stands in the place of something that could not be read. */
export function ReadProblem({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="alert alert-danger d-flex align-items-center gap-3" role="alert">
      <span className="flex-grow-1">{text || '資料讀取失敗'}</span>
      <Button size="sm" variant="outline-danger" onClick={onRetry}>
        重新整理
      </Button>
    </div>
  )
}
