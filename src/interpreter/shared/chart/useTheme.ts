import { useSyncExternalStore } from 'react'

const attribute = 'data-bs-theme'

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: [attribute] })
  return () => observer.disconnect()
}

/** The theme in force: a canvas has to be drawn again when it changes. */
export function useTheme(): string | null {
  return useSyncExternalStore(subscribe, () => document.documentElement.getAttribute(attribute))
}
