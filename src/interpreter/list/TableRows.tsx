import { lazy, Suspense } from 'react'
import type { TableRowsProps } from './tableRowsProps.ts'
import { usePrinting } from './usePrinting.ts'

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
