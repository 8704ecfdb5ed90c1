import { atom, useAtom } from 'jotai'

export type Theme = 'light' | 'dark'

/** Kept at sign-out: it belongs to the device (`storedSession.ts`). */
const storageKey = 'theme'

/** The stored choice, else what the device prefers. */
function readTheme(): Theme {
  const stored = localStorage.getItem(storageKey)
  if (stored === 'light' || stored === 'dark') return stored
  return window.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function applyTheme(theme: Theme): void {
  document.documentElement.dataset.bsTheme = theme
}

/** Before the first drawing, so that a dark page does not flash white. What is printed is ink on white, whichever theme is on. */
export function applyStoredTheme(): void {
  applyTheme(readTheme())
  window.addEventListener('beforeprint', () => applyTheme('light'))
  window.addEventListener('afterprint', () => applyTheme(readTheme()))
}

const chosenAtom = atom<Theme | null>(null)

const themeAtom = atom(
  (get) => get(chosenAtom) ?? readTheme(),
  (_get, set, theme: Theme) => {
    localStorage.setItem(storageKey, theme)
    applyTheme(theme)
    set(chosenAtom, theme)
  },
)

/** The colour theme and its switch. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return useAtom(themeAtom)
}
