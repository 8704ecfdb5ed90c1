import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'

interface WindowedRowsProps {
  readonly count: number
  readonly draw: (index: number) => ReactNode
  readonly scroller: RefObject<HTMLElement | null>
  readonly columnCount: number
}

const rowHeight = 41

/** The visible rows by hand, as the documentation of the library shows it for tables: all rows have one height. */
export function WindowedRows({ count, draw, scroller, columnCount }: WindowedRowsProps) {
  const virtualizer = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => rowHeight, overscan: 5 })
  const items = virtualizer.getVirtualItems()
  return (
    <tbody>
      <Gap height={items[0]?.start ?? 0} columnCount={columnCount} />
      {items.map(({ index }) => draw(index))}
      <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} columnCount={columnCount} />
    </tbody>
  )
}

function Gap({ height, columnCount }: { readonly height: number; readonly columnCount: number }) {
  return (
    <tr>
      <td colSpan={columnCount} style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}
