import { type RefObject, useCallback, useImperativeHandle, useState } from 'react'
import { LazyRowMenu } from '../lazyActions.ts'
import type { MenuAnchor } from './RowMenu.tsx'

/** Opens the menu at a button. */
export type OpenRowMenu = (anchor: MenuAnchor) => void

interface RowMenuPlaceProps {
  /** Receives what opens the menu. */
  readonly opener: RefObject<OpenRowMenu | null>
  readonly onRun: Parameters<typeof LazyRowMenu>[0]['onRun']
}

/** The place of a table's 更多 menu: when one opens or closes, it alone is drawn again, and not the list around it. */
export function RowMenuPlace({ opener, onRun }: RowMenuPlaceProps) {
  const [anchor, setAnchor] = useState<MenuAnchor | null>(null)
  useImperativeHandle(opener, () => setAnchor, [])
  const close = useCallback(() => setAnchor(null), [])
  return anchor === null ? null : <LazyRowMenu anchor={anchor} onRun={onRun} onClose={close} />
}
