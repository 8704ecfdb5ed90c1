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

/** True from the moment a page is about to be printed until it was: paper shows everything, not what is in sight. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting)
}
