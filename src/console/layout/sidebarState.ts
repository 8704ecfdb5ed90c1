import { atom } from 'jotai'

/** `responsive`: shown where the window is wide, hidden where it is narrow (specification, section 4). */
export type SidebarVisibility = 'responsive' | 'shown' | 'hidden'

/** The toggle of wide windows: what is visible there hides, and comes back as responsive. */
export function toggleWide(visibility: SidebarVisibility): SidebarVisibility {
  return visibility === 'hidden' ? 'responsive' : 'hidden'
}

/** The toggle of narrow windows, where responsive means hidden: it shows, and goes back to responsive. */
export function toggleNarrow(visibility: SidebarVisibility): SidebarVisibility {
  return visibility === 'shown' ? 'responsive' : 'shown'
}

export const sidebarAtom = atom<SidebarVisibility>('responsive')
