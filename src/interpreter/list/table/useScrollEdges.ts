import { type RefObject, useEffect } from 'react'

/**
 * Sets `data-more-start` and `data-more-end` of an element while content is hidden beyond that side, so that sticky columns can throw a
 * shadow. Set directly on the element, because scrolling must not draw the table again.
 */
export function useScrollEdges(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const refresh = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      element.toggleAttribute('data-more-start', scrollLeft > 0)
      element.toggleAttribute('data-more-end', scrollLeft + clientWidth < scrollWidth - 1)
    }
    refresh()
    element.addEventListener('scroll', refresh, { passive: true })
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(refresh)
    for (const observed of [element, ...element.children]) observer?.observe(observed)
    return () => {
      element.removeEventListener('scroll', refresh)
      observer?.disconnect()
    }
  }, [ref])
}
