import { useSyncExternalStore } from 'react'

const printEvents = ['beforeprint', 'afterprint'] as const
let isPrinting = false

function subscribe(notify: () => void): () => void {
  const note = (event: Event) => {
    isPrinting = event.type === 'beforeprint'
    notify()
  }
  for (const name of printEvents) window.addEventListener(name, note)
  return () => {
    for (const name of printEvents) window.removeEventListener(name, note)
  }
}

/** True from just before a page is printed until afterwards, because paper has to show all rows, not only the visible ones. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting)
}
