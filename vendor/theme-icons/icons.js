// Stands in for `@react-icons/all-files`, see `overrides` in package.json: the form theme imports these six names. Drawn by hand on 16 x 16.
import { createElement } from 'react'

/** @param {string} d the strokes of the icon */
function icon(d) {
  const path = createElement('path', { d, fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, strokeLinecap: 'round' })
  return () => createElement('svg', { viewBox: '0 0 16 16', width: '1em', height: '1em', 'aria-hidden': true }, path)
}

export const AiOutlineArrowDown = icon('M8 3v10M4 9l4 4 4-4')
export const AiOutlineArrowUp = icon('M8 13V3M4 7l4-4 4 4')
export const BsPlus = icon('M8 3v10M3 8h10')
export const IoIosCopy = icon('M6 6h7v7H6zM3 10V3h7')
export const IoIosRemove = icon('M3 8h10')
export const IoMdClose = icon('M4 4l8 8M12 4l-8 8')
