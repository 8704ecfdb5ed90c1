import { type KeyboardEvent, useState } from 'react'
import { late, missingText } from '../load/late.tsx'
import { isReplaced, replacedText } from '../load/replaced.ts'
import { notify } from '../notices.ts'
import type { OpenMenuProps } from './OpenMenu.tsx'

const OpenMenu = late(async () => (await import('./OpenMenu.tsx')).OpenMenu)

/** An entry of the menu of a `MenuButton`. */
export const MenuItem = late(async () => (await import('./OpenMenu.tsx')).MenuItem)

/** Loads the code of open menus before the first is opened. */
const loadMenus = (loadItems?: () => Promise<void>) => Promise.all([OpenMenu.fetch(), MenuItem.fetch(), loadItems?.()])

interface MenuButtonProps extends Omit<OpenMenuProps, 'frame'> {
  /** Loads the code of the entries, where that is not there already. */
  readonly loadItems?: () => Promise<void>
}

/**
 * A button that opens a menu. Until it is first used it is nothing but a button: what places an open menu on the page weighs as much as the
 * table of a list.
 */
export function MenuButton({ loadItems, ...props }: MenuButtonProps) {
  const [isUsed, setUsed] = useState(false)
  const frame = props.beside === undefined ? '' : 'btn-group btn-group-sm'
  const look = props.beside === undefined ? props.look : `dropdown-toggle-split ${props.look}`
  if (isUsed) return <OpenMenu {...props} frame={frame} look={look} />

  const open = () => {
    // The page may hold a half-filled form: that a menu cannot be loaded must not replace it by an error.
    loadMenus(loadItems).then(
      () => setUsed(true),
      async () => notify.error((await isReplaced()) ? replacedText : missingText),
    )
  }
  const loadAhead = () => {
    // A failure is told when the menu is opened.
    loadMenus(loadItems).catch(() => undefined)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    open()
  }
  return (
    <div className={`dropdown ${frame}`.trim()}>
      {props.beside}
      <button
        type="button"
        className={`dropdown-toggle ${look}`}
        aria-expanded={false}
        aria-label={props.label}
        onClick={open}
        onKeyDown={handleKey}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
      >
        {props.content}
      </button>
    </div>
  )
}
