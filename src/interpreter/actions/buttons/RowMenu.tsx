import { Fragment, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ResolvedAction } from '../../../language/resolved.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { isHeavy } from './actionOrder.ts'

/** The pressed 更多 button, and the actions of its menu. */
export interface MenuAnchor {
  readonly button: HTMLButtonElement
  readonly actions: readonly ResolvedAction[]
  readonly row: ListRow
}

interface RowMenuProps {
  readonly anchor: MenuAnchor
  readonly onRun: (action: ResolvedAction, row: ListRow) => void
  readonly onClose: () => void
}

/** The 更多 menu of a table. There is one per table, because a dropdown component per row would cost more than the row itself. */
export function RowMenu({ anchor, onRun, onClose }: RowMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ top: 0, left: 0 })

  useLayoutEffect(() => {
    setPlace(placeBelow(anchor.button, menu.current))
    menu.current?.querySelector('button')?.focus()
  }, [anchor])

  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (!(event.target instanceof Node) || !menu.current?.contains(event.target)) onClose()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('scroll', closeOutside, true)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('scroll', closeOutside, true)
    }
  }, [onClose])

  const close = () => {
    onClose()
    anchor.button.focus()
  }
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape' || event.key === 'Tab') close()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)
    if (['Escape', 'Tab', 'ArrowDown', 'ArrowUp'].includes(event.key)) event.preventDefault()
  }
  const firstHeavy = anchor.actions.find(isHeavy)
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label="更多"
      className="dropdown-menu show list-menu d-print-none"
      style={place}
      onKeyDown={handleKey}
    >
      {anchor.actions.map((action, index) => (
        <Fragment key={action.name}>
          {index > 0 && action === firstHeavy && <hr className="dropdown-divider" />}
          <button
            type="button"
            role="menuitem"
            className={action.tone === 'danger' ? 'dropdown-item text-danger' : 'dropdown-item'}
            onClick={() => {
              close()
              onRun(action, anchor.row)
            }}
          >
            {action.label}
          </button>
        </Fragment>
      ))}
    </div>
  )
}

function moveFocus(menu: HTMLElement, step: number): void {
  const items = [...menu.querySelectorAll('button')]
  const next = items.findIndex((item) => item.matches(':focus')) + step
  items[(next + items.length) % items.length]?.focus()
}

/** Position below the button, moved into the window where it would leave it. */
function placeBelow(button: HTMLElement, menu: HTMLElement | null): { top: number; left: number } {
  const box = button.getBoundingClientRect()
  const { offsetWidth: width = 0, offsetHeight: height = 0 } = menu ?? {}
  const below = box.bottom + height <= window.innerHeight ? box.bottom : Math.max(0, box.top - height)
  return { top: below, left: Math.max(0, Math.min(box.left, window.innerWidth - width - 8)) }
}
