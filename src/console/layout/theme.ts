import { atom, useAtom } from 'jotai'

export type Theme = 'light' | 'dark'

/** Kept at sign-out: it belongs to the device (`storedSession.ts`). `firstTheme.ts` reads it before anything is drawn. */
const storageKey = 'theme'

function readTheme(): Theme {
  return document.documentElement.dataset.bsTheme === 'dark' ? 'dark' : 'light'
}

function applyTheme(theme: Theme): void {
  document.documentElement.dataset.bsTheme = theme
}

/** What is printed is ink on white, whichever theme is on. */
export function printInLight(): void {
  let shown = readTheme()
  window.addEventListener('beforeprint', () => {
    shown = readTheme()
    applyTheme('light')
  })
  window.addEventListener('afterprint', () => applyTheme(shown))
}

const chosenAtom = atom<Theme | null>(null)

export const themeAtom = atom(
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
