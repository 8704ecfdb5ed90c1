import { type RefObject, useLayoutEffect } from 'react'

/** Space to the edge of the window, and between field and panel, in pixels. */
const gap = 4
const heightMax = 340
const widthMin = 256

/**
 * Places a panel below its field, or above it where there is more room, over everything else, because scrolling tables and dialogs around
 * the field would cut it off. The panel gets the focus (its search box first), and follows the field when something scrolls.
 */
export function usePanelPlace(panel: RefObject<HTMLElement | null>, anchor: RefObject<HTMLElement | null>, isSearched: boolean): void {
  useLayoutEffect(() => {
    const own = panel.current
    if (own === null) return
    const place = () => {
      if (anchor.current !== null) stand(own, anchor.current.getBoundingClientRect())
    }
    // Browsers before 2024 do not support the top layer; there the panel is shown in place.
    own.showPopover?.()
    place()
    own.querySelector<HTMLElement>(isSearched ? 'input' : '[role="listbox"]')?.focus()
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
    }
  }, [panel, anchor, isSearched])
}

function stand(panel: HTMLElement, field: DOMRect): void {
  const below = window.innerHeight - field.bottom - 2 * gap
  const above = field.top - 2 * gap
  const isBelow = below >= Math.min(heightMax, above)
  const width = Math.min(Math.max(field.width, widthMin), window.innerWidth - 2 * gap)
  const { style } = panel
  style.width = `${width}px`
  style.left = `${Math.max(gap, Math.min(field.left, window.innerWidth - width - gap))}px`
  style.maxHeight = `${Math.min(heightMax, isBelow ? below : above)}px`
  style.top = isBelow ? `${field.bottom + gap}px` : 'auto'
  style.bottom = isBelow ? 'auto' : `${window.innerHeight - field.top + gap}px`
}
