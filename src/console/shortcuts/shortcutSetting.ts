/** Kept at sign-out: it belongs to the device (`storedSession.ts`). */
const storageKey = 'shortcuts'

/** Single keys can be switched off, for speech input and whoever presses them by chance (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

export function switchSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
}
