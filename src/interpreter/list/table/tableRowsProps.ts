import type { ReactElement, RefObject } from 'react'

/** The rows of a page, for drawing all or some of them. */
export interface TableRowsProps {
  readonly count: number
  /** Draws the row at an index of the page, with its details if they are open. */
  readonly draw: (index: number) => ReactElement
  readonly keyOf: (index: number) => string
  readonly scroller: RefObject<HTMLElement | null>
  /** Number of cells in a row. */
  readonly columnCount: number
}
