import { useCallback, useMemo, useState } from 'react'
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

/** How the user arranged the columns of somebody else's view: for this visit, because that view is only read. */
interface OwnArrangement {
  readonly viewId: string
  readonly columns: readonly ColumnPreference[]
}

/**
 * The columns of a list with the user's settings: those of the open view, otherwise those stored for the list.
 *
 * @param saved id of the view in the address
 */
export function useColumns(columns: readonly ResolvedColumn[], saved: string | null, { preferences, change }: KeptPreferences): Columns {
  const { views, shared } = preferences
  const [own, setOwn] = useState<OwnArrangement | null>(null)
  const ofUser = views.find((one) => one.id === saved)
  const ofOthers = ofUser === undefined ? shared.find((one) => one.id === saved && one.columns !== undefined) : undefined
  const view = ofUser?.columns === undefined ? ofOthers : ofUser
  const stored = (own !== null && own.viewId === ofOthers?.id ? own.columns : view?.columns) ?? preferences.columns
  const arranged = useMemo(() => arrangeColumns(columns, stored), [columns, stored])
  const arrange = useCallback(
    (next: readonly ArrangedColumn[] | null) => {
      const kept = next === null ? [] : preferencesOf(next, columns)
      const viewId = view?.id
      if (viewId === undefined) change(() => ({ columns: kept }))
      else if (viewId === ofOthers?.id) setOwn({ viewId, columns: kept })
      else change(({ views }) => ({ views: views.map((one) => (one.id === viewId ? { ...one, columns: kept } : one)) }))
    },
    [columns, view?.id, ofOthers?.id, change],
  )
  const resize = useCallback((field: string, width: number | null) => arrange(resizeColumn(arranged, field, width)), [arranged, arrange])
  return { arranged, stored, arrange, resize }
}
