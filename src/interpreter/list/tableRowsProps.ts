import type { ReactElement, RefObject } from 'react'

/** The rows of a page, however many of them are drawn. */
export interface TableRowsProps {
  readonly count: number
  /** The row at a place of the page, with its details where they are open. */
  readonly draw: (index: number) => ReactElement
  readonly keyOf: (index: number) => string
  readonly scroller: RefObject<HTMLElement | null>
  /** Cells of a row. */
  readonly columnCount: number
}
