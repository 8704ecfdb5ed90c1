import { useId } from 'react'
import Button from 'react-bootstrap/Button'
import Modal from 'react-bootstrap/Modal'
import { Icon } from '../parts/Icon.tsx'

interface ConfirmDialogProps {
  readonly text: string
  /** Name of the record that the question is about; absent when the question contains it. */
  readonly subject?: string
  readonly show: boolean
  readonly onAnswer: (isConfirmed: boolean) => void
}

/** The dialog for confirmations, with the buttons 確定 and 取消！ (specification, section 2.4). */
export function ConfirmDialog({ text, subject = '', show, onAnswer }: ConfirmDialogProps) {
  const textId = useId()
  const subjectId = useId()
  return (
    <Modal
      show={show}
      onHide={() => onAnswer(false)}
      onEnter={becomeAlertDialog}
      backdrop="static"
      centered
      aria-label="請確認"
      aria-describedby={subject === '' ? textId : `${subjectId} ${textId}`}
    >
      <Modal.Body className="confirm-body">
        <Icon name="warning" className="confirm-icon" />
        {subject !== '' && (
          <p id={subjectId} className="fw-semibold text-break mb-2">
            {subject}
          </p>
        )}
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

/**
 * react-bootstrap gives every modal the role `dialog` and offers no other. The role is set here once; the library does not overwrite it
 * while the modal is open.
 */
function becomeAlertDialog(node: HTMLElement): void {
  node.setAttribute('role', 'alertdialog')
}
