import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

export interface PopupProps {
  readonly title: string
  readonly confirmText?: string
  readonly cancelText?: string
  readonly isConfirmDisabled?: boolean
  readonly onConfirm: () => void
  /** Absent: there is no cancel button, and Escape confirms. */
  readonly onCancel?: () => void
  readonly children: ReactNode
}

/** The popup modal with a confirm button and an optional cancel button (specification, section 2.5). Drawn while it is open. */
export function Popup({
  title,
  confirmText = '確定',
  cancelText = '取消',
  isConfirmDisabled = false,
  onConfirm,
  onCancel,
  children,
}: PopupProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closed before it is removed, because only then the browser returns the focus to where it was.
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="popup"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        ;(onCancel ?? onConfirm)()
      }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isConfirmDisabled) onConfirm()
        }}
      >
        <h2 id={titleId}>{title}</h2>
        <div className="popup-body">{children}</div>
        <div className="button-row">
          <button type="submit" className="button" disabled={isConfirmDisabled}>
            {confirmText}
          </button>
          {onCancel && (
            <button type="button" className="button button-quiet" onClick={onCancel}>
              {cancelText}
            </button>
          )}
        </div>
      </form>
    </dialog>
  )
}
