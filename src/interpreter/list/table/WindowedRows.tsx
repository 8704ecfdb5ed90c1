import { measureElement, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { TableRowsProps } from './tableRowsProps.ts'

/** Assumed height of a row in pixels before any row was drawn. */
const usualHeight = 37
/** Rows drawn beyond each edge, so that normal scrolling shows no gap. */
const reserve = 5

/**
 * The visible rows, between two empty table bodies with the height of the rows above and below. Each record is a table body of its own,
 * because its open details belong to its height.
 */
export function WindowedRows({ count, draw, keyOf, scroller, columnCount }: TableRowsProps) {
  const [before] = useState(() => sizesBefore(scroller.current))
  const rowHeight = useRef(before.rowHeight)
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight.current ?? usualHeight,
    initialRect: before.window,
    measureElement: (body, entry, of) => {
      const height = measureWhenLaidOut(body, entry, of)
      // Most rows are as high as the first one. Each that is not what was assumed costs a layout of the whole table.
      if (entry !== undefined) rowHeight.current ??= height
      return height
    },
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
 * Sizes of the window and its rows from an earlier visit, so that the visible rows can be drawn at once and estimated heights are right.
 */
function sizesBefore(scroller: HTMLElement | null) {
  return {
    rowHeight: scroller?.querySelector<HTMLElement>('tr[data-row-id]')?.offsetHeight,
    window: { width: scroller?.offsetWidth ?? 0, height: scroller?.offsetHeight ?? 0 },
  }
}

/**
 * The height that the browser reports after layout; until then the estimate. Asking a new row for its height would lay out the whole table
 * immediately, and again when it is drawn.
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

/** Columns may become wider when longer texts come into sight, but never narrower, so that the table does not jitter during scrolling. */
function useSteadyColumns(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // Measured before other rows are drawn, so that it causes no additional layout: captured, it comes before what draws them.
    const hold = () => {
      const headings = [...element.querySelectorAll<HTMLElement>('thead th:not(.list-sized)')]
      const widths = headings.map((heading) => heading.offsetWidth)
      for (const [index, heading] of headings.entries()) heading.style.minWidth = `${widths[index]}px`
    }
    element.addEventListener('scroll', hold, { passive: true, capture: true })
    return () => element.removeEventListener('scroll', hold, { capture: true })
  }, [scroller])
}
