import { useMemo, useRef, useState } from 'react'
import type { BulkSelection } from '../../actions/buttons/BulkBar.tsx'
import type { ListPage, ListRow } from '../../shared/calls/listPage.ts'

/** Selected rows by id, in the format of the table library. */
export type SelectionMap = Readonly<Record<string, true>>

export interface Selection extends BulkSelection {
  /** Selected rows of all pages. */
  readonly map: SelectionMap
  readonly set: (map: SelectionMap) => void
  readonly toggle: (id: string) => void
}

interface SelectionState {
  readonly conditions: string
  readonly map: SelectionMap
  readonly isAllMatching: boolean
}

/**
 * Selected rows, kept across pages and sort orders. They are dropped when the filters change, because rows selected under other filters
 * would be processed unseen. Of each selected row, the version shown last is kept, so that a row changed since is not processed unseen
 * either.
 *
 * @param rows of the shown page
 * @param conditions text of filters, search and view, as sent by bulk calls
 * @param totalCount rows that match the filters
 * @param totals sums over all of them
 */
export function useSelection(conditions: string, totalCount: number, rows: readonly ListRow[], totals: ListPage['totals']): Selection {
  const shown = useRef(new Map<string, ListRow>())
  const [state, setState] = useState<SelectionState>(() => empty(conditions))
  const actions = useMemo(() => {
    const change = (step: (before: SelectionState) => Partial<SelectionState>) =>
      setState((before) => {
        const current = before.conditions === conditions ? before : empty(conditions)
        return { ...current, isAllMatching: false, ...step(current) }
      })
    return {
      set: (map: SelectionMap) => change(() => ({ map })),
      toggle: (id: string) => change(({ map }) => ({ map: toggled(map, id) })),
      selectAllMatching: () => change(() => ({ map: {}, isAllMatching: true })),
      clear: () => change(() => ({ map: {} })),
    }
  }, [conditions])
  return useMemo(() => {
    const { map, isAllMatching } = state.conditions === conditions ? state : empty(conditions)
    const ids = Object.keys(map).map(toId)
    for (const row of rows) shown.current.set(String(row.id), row)
    const rowVersions = Object.fromEntries(
      [...shown.current].flatMap(([id, { rowVersion }]) => (id in map && typeof rowVersion === 'number' ? [[id, rowVersion]] : [])),
    )
    const values = (field: string) => (isAllMatching ? [totals[field]] : ids.map((id) => shown.current.get(String(id))?.[field]))
    const chosen = isAllMatching ? { query: conditions } : { ids, rowVersions }
    const count = isAllMatching ? totalCount : ids.length
    return { map, isAllMatching, chosen, count, sumOf: (field) => sumOf(values(field)), ...actions }
  }, [state, conditions, totalCount, rows, totals, actions])
}

function sumOf(values: readonly unknown[]): number | null {
  const numbers = values.filter((value) => typeof value === 'number')
  return numbers.length === values.length ? numbers.reduce((sum, value) => sum + value, 0) : null
}

function empty(conditions: string): SelectionState {
  return { conditions, map: {}, isAllMatching: false }
}

function toggled(map: SelectionMap, id: string): SelectionMap {
  const { [id]: present, ...rest } = map
  return present === true ? rest : { ...rest, [id]: true }
}

/** Ids are integers of at most 48 bits; only read models without ids have texts. */
function toId(key: string): ListRow['id'] {
  return /^\d{1,15}$/.test(key) ? Number(key) : key
}
