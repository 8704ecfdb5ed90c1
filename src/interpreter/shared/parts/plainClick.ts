import type { MouseEvent } from 'react'

/** True for a click that follows a link on this page; with another button or a modifier key the browser opens it elsewhere. */
export function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
}
