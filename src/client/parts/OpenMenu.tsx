import { type ElementType, type ReactNode, useLayoutEffect, useRef } from 'react'
import Dropdown from 'react-bootstrap/Dropdown'

export interface OpenMenuProps {
  /** Classes of the frame around button and menu. */
  readonly frame: string
  /** Bootstrap's classes of the button. */
  readonly look: string
  /** Spoken in place of the content. */
  readonly label?: string | undefined
  readonly content?: ReactNode
  /** A button to which this one belongs: both are drawn as one, and this one shows only its arrow. */
  readonly beside?: ReactNode
  readonly align?: 'start' | 'end'
  /** Entries of the menu; drawn while it is open. */
  readonly children: ReactNode
}

/** A `MenuButton` from its first use on: it begins open, and its button keeps the focus. */
export function OpenMenu({ frame, look, label, content, beside, align = 'start', children }: OpenMenuProps) {
  const toggle = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => toggle.current?.focus(), [])
  return (
    <Dropdown defaultShow align={align} className={frame}>
      {beside}
      <Dropdown.Toggle ref={toggle} as="button" type="button" className={look} aria-label={label}>
        {content}
      </Dropdown.Toggle>
      <Dropdown.Menu>{children}</Dropdown.Menu>
    </Dropdown>
  )
}

interface MenuItemProps {
  /** A link of the router with its address; default: a button. */
  readonly as?: ElementType
  readonly to?: string
  readonly onClick?: () => void
  readonly children: ReactNode
}

export function MenuItem({ as = 'button', ...others }: MenuItemProps) {
  return <Dropdown.Item as={as} {...(as === 'button' && { type: 'button' })} {...others} />
}
