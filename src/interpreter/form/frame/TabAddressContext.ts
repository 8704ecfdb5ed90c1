import { createContext } from 'react'

/** The open tab of a view, stored in the address. */
export interface TabAddress {
  /** Title of the tab; null for the first one. */
  readonly title: string | null
  readonly open: (title: string) => void
}

/**
 * Without this context a layout keeps its open tab in its own state. Input forms do so, because changing the address would ask about
 * unsaved input.
 */
export const TabAddressContext = createContext<TabAddress | null>(null)
