import { type CSSProperties, type KeyboardEvent, type ReactNode, useState } from 'react'
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
      onKeyDown={saveWithEnter}
      aria-label={title}
    >
      {children}
    </Modal>
  )
}

/** Controls in which the browser does not submit with Enter, as it does in fields for text; an open list takes Enter for itself. */
const choices = 'select, [role="combobox"]:not([aria-expanded="true"]), [type="radio"], [type="checkbox"]'

/** Enter saves the cell, whatever control it has. Of dialogs that the cell opens, the keys come here too, but are not meant for it. */
function saveWithEnter(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  if (key !== 'Enter' || event.defaultPrevented || !(target instanceof Element)) return
  if (!target.matches(choices) || !currentTarget.contains(target)) return
  event.preventDefault()
  currentTarget.querySelector('form')?.requestSubmit()
}
