import { type ClipboardEvent, useRef } from 'react'
import { localDictionary } from '../../../client/localDictionaries.ts'
import { useDictionaryCache } from '../../../client/useDictionaryCache.ts'
import type { ResolvedField } from '../../../language/resolved.ts'
import { listOrEmpty, type WidgetProps } from '../widget.ts'
import { type ColumnOptions, movedRow, newRow, pastedRows, type Row, rowsOf } from './rowValues.ts'
import { isSpreadsheet, parseSpreadsheet } from './spreadsheet.ts'
import { useRowIds } from './useRowIds.ts'

/** Most rows when neither document nor property gives a limit. */
const limitDefault = 500

/** The rows of a field, and what can be done with them. */
export function useRowsEditor({ field, value, onChange }: Pick<WidgetProps, 'field' | 'value' | 'onChange'>) {
  const options = useColumnOptions()
  const columns = Object.values(field.items ?? {})
  const rows = rowsOf(value)
  const ids = useRowIds(rows.length)
  const limit = field.ui.limit ?? field.property.maxItems ?? limitDefault

  // Several rows may change before they are drawn again, when what was pasted into them is found.
  const latest = useRef(rows)
  latest.current = rows
  const replace = (next: readonly Row[]) => {
    latest.current = next
    onChange(listOrEmpty(next))
  }
  return {
    rows,
    columns,
    limit,
    /** Stays the same while the row moves. */
    keyOf: ids.at,
    replace,
    add: () => replace([...rows, newRow(columns)]),
    changeRow: (index: number, changes: Row) =>
      replace(latest.current.map((one, place) => (place === index ? { ...one, ...changes } : one))),
    move: (index: number, step: 1 | -1) => {
      ids.move(index, step)
      replace(movedRow(rows, index, step))
    },
    remove: (index: number) => {
      ids.remove(index)
      replace(rows.filter((_, place) => place !== index))
    },
    /** Takes cells of a spreadsheet; other texts are left to the input. */
    paste: (event: ClipboardEvent, row: number, column: number) => {
      const text = event.clipboardData.getData('text')
      if (!isSpreadsheet(text)) return
      event.preventDefault()
      replace(pastedRows(rows, { cells: parseSpreadsheet(text), start: { row, column }, columns, options, limit }))
    },
  }
}

/** Loaded options of a column; its cells have loaded them already. */
function useColumnOptions(): ColumnOptions {
  const cache = useDictionaryCache()
  return ({ dictionary }: ResolvedField) => {
    if (!dictionary) return []
    return localDictionary(dictionary.name, dictionary.strArg) ?? cache.read(dictionary)?.options ?? []
  }
}
