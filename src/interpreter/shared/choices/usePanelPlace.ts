import { type RefObject, useLayoutEffect } from 'react'

/** Space to the edge of the window, and between field and list. */
const gap = 4
const heightMax = 340
const widthMin = 256

/**
 * Stands a panel below its field, or above where more room is, over everything else: tables and dialogs around the field scroll and
 * would cut it off. It gets the focus, its search first, and follows the field when something scrolls.
 */
export function usePanelPlace(panel: RefObject<HTMLElement | null>, anchor: RefObject<HTMLElement | null>, isSearched: boolean): void {
  useLayoutEffect(() => {
    const own = panel.current
    if (own === null) return
    const place = () => {
      if (anchor.current !== null) stand(own, anchor.current.getBoundingClientRect())
    }
    // Browsers before 2024 do not know the top layer; there it stands in its place.
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
