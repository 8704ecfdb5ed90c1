import { useSyncExternalStore } from 'react'
import type { ListRow } from '../calls/listPage.ts'

/** The shown page of a list, and how to reach the adjacent pages. */
export interface ShownRows {
  readonly rows: readonly ListRow[]
  /** 0-based. */
  readonly pageIndex: number
  readonly pageSize: number
  /** Number of rows that match the filters of the list. */
  readonly totalCount: number
  /** Address of a page of the same list. */
  readonly addressOf: (pageIndex: number) => URLSearchParams
  readonly readPage: (pageIndex: number) => Promise<readonly ListRow[]>
}

/** Tells an open form which rows are shown behind it, without drawing the screen again for each page. */
export interface ShownRowsStore {
  readonly read: () => ShownRows | null
  readonly write: (shown: ShownRows | null) => void
  readonly subscribe: (onChange: () => void) => () => void
}

export function createShownRows(): ShownRowsStore {
  let shown: ShownRows | null = null
  const listeners = new Set<() => void>()
  return {
    read: () => shown,
    write: (next) => {
      shown = next
      for (const listener of listeners) listener()
    },
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

export function useShownRows(store: ShownRowsStore): ShownRows | null {
  return useSyncExternalStore(store.subscribe, store.read)
}
