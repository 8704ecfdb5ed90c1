import { type RefObject, useCallback, useEffect, useRef } from 'react'

/** The menu's scroll state is worked out this long after its size last changed (specification, section 9). */
const scrollRefreshMs = 500

/**
 * Keeps `data-more-above` and `data-more-below` of a scrolling element true to its content, so that shadows can tell that there is
 * more to see. Changes of size are debounced, scrolling is followed at once.
 */
export function useScrollRefresh(ref: RefObject<HTMLElement | null>): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const refresh = useCallback(() => {
    const element = ref.current
    if (!element) return
    element.dataset.moreAbove = String(element.scrollTop > 0)
    element.dataset.moreBelow = String(element.scrollTop + element.clientHeight < element.scrollHeight - 1)
  }, [ref])

  useEffect(() => {
    const element = ref.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      clearTimeout(timer.current)
      timer.current = setTimeout(refresh, scrollRefreshMs)
    })
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', refresh, { passive: true })
    return () => {
      clearTimeout(timer.current)
      observer.disconnect()
      element.removeEventListener('scroll', refresh)
    }
  }, [ref, refresh])
}
