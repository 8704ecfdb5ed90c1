import { createContext } from 'react'

/** The open tab of a view as the address has it. */
export interface TabAddress {
  /** Null for the first one. */
  readonly title: string | null
  readonly open: (title: string) => void
}

/** Without it a layout keeps its open tab to itself: leaving a form for input by its address would ask for what was typed. */
export const TabAddressContext = createContext<TabAddress | null>(null)
