import { useCallback, useMemo, useState } from 'react'
import type { ListRow } from './listPage.ts'

/** Selected rows by id, as the table library keeps them. */
type SelectionMap = Readonly<Record<string, true>>

export interface Selection {
  readonly map: SelectionMap
  readonly ids: readonly ListRow['id'][]
  readonly set: (map: SelectionMap) => void
  readonly toggle: (id: string) => void
  readonly clear: () => void
}

const nothing: SelectionMap = {}

/**
 * Selected rows, kept across pages and orders. Other conditions make another list: what was selected under the old ones would
 * be processed unseen, so it is dropped.
 *
 * @param conditions text of filters, search and view
 */
export function useSelection(conditions: string): Selection {
  const [state, setState] = useState({ conditions, map: nothing })
  const map = state.conditions === conditions ? state.map : nothing
  const set = useCallback((next: SelectionMap) => setState({ conditions, map: next }), [conditions])
  const toggle = useCallback(
    (id: string) => setState((before) => ({ conditions, map: toggled(before.conditions === conditions ? before.map : nothing, id) })),
    [conditions],
  )
  const clear = useCallback(() => set(nothing), [set])
  const ids = useMemo(() => Object.keys(map).map(toId), [map])
  return useMemo(() => ({ map, ids, set, toggle, clear }), [map, ids, set, toggle, clear])
}

function toggled(map: SelectionMap, id: string): SelectionMap {
  const { [id]: present, ...rest } = map
  return present === true ? rest : { ...rest, [id]: true }
}

/** Ids are integers of at most 48 bits; only read models without ids of their own have texts. */
function toId(key: string): ListRow['id'] {
  return /^\d{1,15}$/.test(key) ? Number(key) : key
}
