import { type CSSProperties, type ReactNode, useState } from 'react'
import Modal from 'react-bootstrap/Modal'

interface CellShellProps {
  readonly over: HTMLElement
  readonly title: string
  /** The user wants to leave the cell: Escape, or a click beside it. */
  readonly onHide: () => void
  readonly children: ReactNode
}

/** A small window over a cell, without the darkness around it. The style sheet keeps it within the page. */
export function CellShell({ over, title, onHide, children }: CellShellProps) {
  const [place] = useState(() => {
    const { left, top } = over.getBoundingClientRect()
    return { '--cell-left': `${left}px`, '--cell-top': `${top}px` } as CSSProperties
  })
  return (
    <Modal
      show
      onHide={onHide}
      animation={false}
      className="cell-editor"
      backdropClassName="cell-editor-backdrop"
      style={place}
      aria-label={title}
    >
      {children}
    </Modal>
  )
}
