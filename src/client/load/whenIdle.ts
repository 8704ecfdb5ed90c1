/** Waits until the browser has nothing else to do. Safari has no idle callback; there it is after two seconds. @returns what ends it */
export function whenIdle(wake: () => void): () => void {
  if (typeof window.requestIdleCallback === 'function') {
    const handle = window.requestIdleCallback(wake)
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(wake, 2000)
  return () => clearTimeout(timer)
}
