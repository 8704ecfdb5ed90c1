import { useCallback, useMemo } from 'react'
import type { ColumnPreference } from '../../../answers/preferences.ts'
import type { ResolvedColumn } from '../../../language/resolved.ts'
import type { KeptPreferences } from '../views/usePreferences.ts'
import { type ArrangedColumn, arrangeColumns, preferencesOf, resizeColumn } from './arrangedColumns.ts'

export interface Columns {
  /** All columns as arranged by the user, including hidden ones. */
  readonly arranged: readonly ArrangedColumn[]
  /** The stored settings. */
  readonly stored: readonly ColumnPreference[]
  /** Null restores the columns of the document. */
  readonly arrange: (columns: readonly ArrangedColumn[] | null) => void
  /** @param width CSS pixels; null restores the width of the document */
  readonly resize: (field: string, width: number | null) => void
}

/**
 * The columns of a list with the user's settings: those of the open view, otherwise those stored for the list.
 *
 * @param saved id of the view in the address
 */
export function useColumns(columns: readonly ResolvedColumn[], saved: string | null, { preferences, change }: KeptPreferences): Columns {
  const { views } = preferences
  const view = views.find((one) => one.id === saved && one.columns !== undefined)
  const stored = view?.columns ?? preferences.columns
  const arranged = useMemo(() => arrangeColumns(columns, stored), [columns, stored])
  const arrange = useCallback(
    (next: readonly ArrangedColumn[] | null) => {
      const kept = next === null ? [] : preferencesOf(next, columns)
      const ofView = view?.id
      change(({ views }) =>
        ofView === undefined ? { columns: kept } : { views: views.map((one) => (one.id === ofView ? { ...one, columns: kept } : one)) },
      )
    },
    [columns, view?.id, change],
  )
  const resize = useCallback((field: string, width: number | null) => arrange(resizeColumn(arranged, field, width)), [arranged, arrange])
  return { arranged, stored, arrange, resize }
}
