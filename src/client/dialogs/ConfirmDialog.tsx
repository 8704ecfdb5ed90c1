import { useId } from 'react'
import Button from 'react-bootstrap/Button'
import Modal from 'react-bootstrap/Modal'
import { Icon } from '../parts/Icon.tsx'

/** The confirm warning dialog with buttons 確定 and 取消！ (specification, section 2.4). */
export function ConfirmDialog({ text, show, onAnswer }: { text: string; show: boolean; onAnswer: (isConfirmed: boolean) => void }) {
  const textId = useId()
  return (
    <Modal
      show={show}
      onHide={() => onAnswer(false)}
      onEnter={becomeAlertDialog}
      backdrop="static"
      centered
      aria-label="請確認"
      aria-describedby={textId}
    >
      <Modal.Body className="confirm-body">
        <Icon name="warning" className="confirm-icon" />
        <p id={textId} className="mb-0" style={{ whiteSpace: 'pre-line' }}>
          {text}
        </p>
      </Modal.Body>
      <Modal.Footer>
        <Button variant="outline-secondary" onClick={() => onAnswer(false)}>
          取消！
        </Button>
        <Button variant="warning" onClick={() => onAnswer(true)} autoFocus>
          確定
        </Button>
      </Modal.Footer>
    </Modal>
  )
}

/** The library draws every modal as `dialog` and takes no other role; it does not write the attribute again while the modal stands. */
function becomeAlertDialog(node: HTMLElement): void {
  node.setAttribute('role', 'alertdialog')
}
