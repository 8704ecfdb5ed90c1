import Alert from 'react-bootstrap/Alert'
import Button from 'react-bootstrap/Button'

/** Says that a form begins with what was typed before a reload or the end of a session. */
export function RestoredNote({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <Alert variant="info" className="d-flex align-items-center gap-3 py-2">
      <span className="flex-grow-1">已還原尚未儲存的輸入內容。</span>
      <Button size="sm" variant="outline-secondary" onClick={onDiscard}>
        捨棄
      </Button>
    </Alert>
  )
}
