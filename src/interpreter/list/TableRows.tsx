import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { TableRowsProps } from './tableRowsProps.ts'
import { usePrinting } from './usePrinting.ts'

/**
 * From this number of rows on, only the visible ones are drawn. Shorter pages are fast as a whole, and the browser's own search finds every
 * row.
 */
const windowedFrom = 101

let loaded: ComponentType<TableRowsProps> | undefined

/** Loads the code for long pages once. */
export async function loadWindowedRows(): Promise<ComponentType<TableRowsProps>> {
  loaded ??= (await import('./WindowedRows.tsx')).WindowedRows
  return loaded
}
const LateRows = lazy(async () => ({ default: await loadWindowedRows() }))

/** The body of the table: all rows of the page; for a long page, the visible ones. */
export function TableRows(props: TableRowsProps) {
  const isPrinting = usePrinting()
  if (props.count < windowedFrom || isPrinting) return <WholeRows {...props} />
  return (
    <Suspense fallback={<tbody />}>
      <LongRows {...props} />
    </Suspense>
  )
}

/**
 * Uses the code directly when it is loaded, because a lazy component would leave the table empty for a moment even then. Rows that come
 * together with what scrolls them wait for its ref: windowed without it, they would stay empty.
 */
function LongRows(props: TableRowsProps) {
  const [Rows] = useState(() => loaded ?? LateRows)
  const [hasScroller, setHasScroller] = useState(props.scroller.current !== null)
  useEffect(() => setHasScroller(true), [])
  return hasScroller ? <Rows {...props} /> : <tbody />
}

function WholeRows({ count, draw }: TableRowsProps) {
  return <tbody>{Array.from({ length: count }, (_, index) => draw(index))}</tbody>
}
