/** A page has its first rows by then, also on a slow line. Before, the browser is idle too: while it waits for them. */
const firstPageMs = 2000

/** Waits until the first page has had its time, and the browser nothing else to do. Safari has no idle callback. @returns what ends it */
export function whenIdle(wake: () => void): () => void {
  let handle: number | undefined
  const timer = setTimeout(() => {
    if (typeof window.requestIdleCallback === 'function') handle = window.requestIdleCallback(wake)
    else wake()
  }, firstPageMs)
  return () => {
    clearTimeout(timer)
    if (handle !== undefined) window.cancelIdleCallback(handle)
  }
}
