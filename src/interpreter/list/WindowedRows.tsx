import { measureElement, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useState } from 'react'
import type { TableRowsProps } from './tableRowsProps.ts'

/** Height of a row in pixels when none was drawn yet. */
const usualHeight = 37
/** Rows drawn beyond either edge, so that ordinary scrolling never shows a gap. */
const reserve = 5

/**
 * The rows in sight, between two empty bodies as high as the rows above and below. Every record is a body of its own, as its open
 * details belong to its height.
 */
export function WindowedRows({ count, draw, keyOf, scroller, columnCount }: TableRowsProps) {
  const [before] = useState(() => sizesBefore(scroller.current))
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => before.rowHeight,
    initialRect: before.window,
    measureElement: measureWhenLaidOut,
    getItemKey: keyOf,
    overscan: reserve,
  })
  const items = virtualizer.getVirtualItems()
  useSteadyColumns(scroller)
  const above = items[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <>
      <Gap height={above} columnCount={columnCount} />
      {items.map((item) => (
        <tbody key={item.key} data-index={item.index} ref={virtualizer.measureElement}>
          {draw(item.index)}
        </tbody>
      ))}
      <Gap height={below} columnCount={columnCount} />
    </>
  )
}

/**
 * The window and its rows as they stood here before, if there were any: rows in sight can be drawn at once, and what is reckoned well need
 * not be corrected.
 */
function sizesBefore(scroller: HTMLElement | null) {
  return {
    rowHeight: scroller?.querySelector<HTMLElement>('tr[data-row-id]')?.offsetHeight ?? usualHeight,
    window: { width: scroller?.offsetWidth ?? 0, height: scroller?.offsetHeight ?? 0 },
  }
}

/**
 * The height that the browser reports once it has laid the row out; until then the one that was reckoned. Asking a new row for its
 * height would lay out the whole table at once, and again when it is drawn.
 */
function measureWhenLaidOut(
  body: HTMLElement,
  entry: ResizeObserverEntry | undefined,
  virtualizer: Virtualizer<HTMLElement, HTMLElement>,
): number {
  if (entry !== undefined) return measureElement(body, entry, virtualizer)
  const index = virtualizer.indexFromElement(body)
  const { getItemKey, estimateSize } = virtualizer.options
  return virtualizer.itemSizeCache.get(getItemKey(index)) ?? estimateSize(index)
}

function Gap({ height, columnCount }: { readonly height: number; readonly columnCount: number }) {
  if (height <= 0) return null
  return (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={columnCount} className="list-gap" style={{ height }} />
      </tr>
    </tbody>
  )
}

/** Columns may become wider as longer texts come in sight, never narrower: the table must not tremble while it is scrolled. */
function useSteadyColumns(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // Before other rows are drawn, so that nothing has to be laid out for it.
    const hold = () => {
      const headings = [...element.querySelectorAll<HTMLElement>('thead th:not(.list-sized)')]
      const widths = headings.map((heading) => heading.offsetWidth)
      for (const [index, heading] of headings.entries()) heading.style.minWidth = `${widths[index]}px`
    }
    element.addEventListener('scroll', hold, { passive: true })
    return () => element.removeEventListener('scroll', hold)
  }, [scroller])
}
