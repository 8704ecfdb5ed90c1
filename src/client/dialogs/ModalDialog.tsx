import { type ReactNode, useId } from 'react'
import Button from 'react-bootstrap/Button'
import Modal from 'react-bootstrap/Modal'

export interface ModalDialogProps {
  readonly title: string
  readonly show: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
  readonly confirmDisabled?: boolean
  readonly size?: 'sm' | 'lg' | 'xl'
  /** Replaces the buttons 確定 and 取消. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/**
 * The scrollable modal with the buttons 確定 and 取消 (specification, section 2.4). A click beside it does not close it, because typed input
 * would be lost.
 */
export function ModalDialog({ title, show, onConfirm, onCancel, confirmDisabled = false, size, footer, children }: ModalDialogProps) {
  const titleId = useId()
  return (
    <Modal
      show={show}
      onHide={onCancel}
      backdrop="static"
      scrollable
      fullscreen="sm-down"
      aria-labelledby={titleId}
      {...(size && { size })}
    >
      <Modal.Header closeButton closeLabel="關閉">
        <Modal.Title as="h2" className="h5" id={titleId}>
          {title}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body>{children}</Modal.Body>
      <Modal.Footer>
        {footer ?? (
          <>
            <Button variant="outline-secondary" onClick={onCancel}>
              取消
            </Button>
            <Button onClick={onConfirm} disabled={confirmDisabled}>
              確定
            </Button>
          </>
        )}
      </Modal.Footer>
    </Modal>
  )
}
