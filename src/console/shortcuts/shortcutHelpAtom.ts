import { atom } from 'jotai'

/** Whether the list of keys is open; the key and the settings menu open it. */
export const shortcutHelpAtom = atom(false)
