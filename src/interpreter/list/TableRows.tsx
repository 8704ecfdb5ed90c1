import { lazy, type ReactElement, type RefObject, Suspense } from 'react'
import { usePrinting } from './usePrinting.ts'

export interface TableRowsProps {
  readonly count: number
  /** The row at a place of the page, with its details where they are open. */
  readonly draw: (index: number) => ReactElement
  readonly keyOf: (index: number) => string
  readonly scroller: RefObject<HTMLElement | null>
  /** Cells of a row. */
  readonly columnCount: number
}

/** From this many on only the rows in sight are drawn. Below it whole pages are fast, and the browser's own search finds every row. */
export const windowedFrom = 101

export const loadWindowedRows = () => import('./WindowedRows.tsx')
const WindowedRows = lazy(async () => ({ default: (await loadWindowedRows()).WindowedRows }))

/** The body of the table: all rows of the page, or of a long page those in sight. */
export function TableRows(props: TableRowsProps) {
  const isPrinting = usePrinting()
  if (props.count < windowedFrom || isPrinting) return <WholeRows {...props} />
  return (
    <Suspense fallback={<tbody />}>
      <WindowedRows {...props} />
    </Suspense>
  )
}

function WholeRows({ count, draw }: TableRowsProps) {
  return <tbody>{Array.from({ length: count }, (_, index) => draw(index))}</tbody>
}
