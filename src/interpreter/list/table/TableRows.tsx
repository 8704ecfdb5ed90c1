import { useEffect, useState } from 'react'
import { late } from '../../../client/load/late.tsx'
import type { TableRowsProps } from './tableRowsProps.ts'
import { usePrinting } from './usePrinting.ts'

/**
 * From this number of rows on, only the visible ones are drawn. Shorter pages are fast as a whole, and the browser's own search finds every
 * row.
 */
const windowedFrom = 101

const LateRows = late(async () => (await import('./WindowedRows.tsx')).WindowedRows, { Waiting: NoRows, Missing: WholeRows })

/** Loads the code for long pages. */
export const loadWindowedRows = LateRows.fetch

/** Loads it while the rows of a long page are loading, so that they are drawn when they come. */
export function useLongRows(pageSize: number): void {
  useEffect(() => {
    // Where it fails, all rows are drawn.
    if (pageSize >= windowedFrom) loadWindowedRows().catch(() => undefined)
  }, [pageSize])
}

/** The body of the table: all rows of the page; for a long page, the visible ones. */
export function TableRows(props: TableRowsProps) {
  const isPrinting = usePrinting()
  return props.count < windowedFrom || isPrinting ? <WholeRows {...props} /> : <LongRows {...props} />
}

/** Rows that come together with what scrolls them wait for its ref: windowed without it, they would stay empty. */
function LongRows(props: TableRowsProps) {
  const [hasScroller, setHasScroller] = useState(props.scroller.current !== null)
  useEffect(() => setHasScroller(true), [])
  return hasScroller ? <LateRows {...props} /> : <NoRows />
}

function NoRows() {
  return <tbody />
}

function WholeRows({ count, draw }: TableRowsProps) {
  return <tbody>{Array.from({ length: count }, (_, index) => draw(index))}</tbody>
}
