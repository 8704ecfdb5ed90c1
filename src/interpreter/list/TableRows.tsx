import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { TableRowsProps } from './tableRowsProps.ts'
import { usePrinting } from './usePrinting.ts'

/** From this many on only the rows in sight are drawn. Below it whole pages are fast, and the browser's own search finds every row. */
const windowedFrom = 101

let loaded: ComponentType<TableRowsProps> | undefined

/** Fetches the code of long pages, once. */
export async function loadWindowedRows(): Promise<ComponentType<TableRowsProps>> {
  loaded ??= (await import('./WindowedRows.tsx')).WindowedRows
  return loaded
}
const LateRows = lazy(async () => ({ default: await loadWindowedRows() }))

/** The body of the table: all rows of the page, or of a long page those in sight. */
export function TableRows(props: TableRowsProps) {
  const isPrinting = usePrinting()
  if (props.count < windowedFrom || isPrinting) return <WholeRows {...props} />
  return (
    <Suspense fallback={<tbody />}>
      <LongRows {...props} />
    </Suspense>
  )
}

/** Rows whose code is here are drawn at once: a lazy part leaves the table empty for a moment even then. */
function LongRows(props: TableRowsProps) {
  const [Rows] = useState(() => loaded ?? LateRows)
  return <Rows {...props} />
}

function WholeRows({ count, draw }: TableRowsProps) {
  return <tbody>{Array.from({ length: count }, (_, index) => draw(index))}</tbody>
}
