import { type ClipboardEvent, useRef } from 'react'
import Table from 'react-bootstrap/Table'
import { localDictionary } from '../../../client/localDictionaries.ts'
import { useDictionaryCache } from '../../../client/useDictionaryCache.ts'
import type { ResolvedField } from '../../../language/resolved.ts'
import { RowsPager } from '../../shared/values/RowsPager.tsx'
import { useRowsPage } from '../../shared/values/useRowsPage.ts'
import { listOrEmpty, type WidgetProps } from '../widget.ts'
import { RowsEditorRow } from './RowsEditorRow.tsx'
import { RowsHead } from './RowsHead.tsx'
import { RowsTools } from './RowsTools.tsx'
import { RowsTotals } from './RowsTotals.tsx'
import { type ColumnOptions, movedRow, newRow, pastedRows, type Row, rowsOf } from './rowValues.ts'
import { isSpreadsheet, parseSpreadsheet } from './spreadsheet.ts'
import { useRowIds } from './useRowIds.ts'

/** Most rows when neither document nor property gives a limit. */
const limitDefault = 500

/** A list of objects as a table: add, remove, reorder, and paste cells copied from a spreadsheet. */
export function RowsWidget({ id, field, value, onChange, disabled, rowErrors, describedBy, readForm }: WidgetProps) {
  const optionsOf = useColumnOptions()
  const columns = Object.values(field.items ?? {})
  const rows = rowsOf(value)
  const ids = useRowIds(rows.length)
  const limit = field.ui.limit ?? field.property.maxItems ?? limitDefault
  const page = useRowsPage(rows.length, firstOf(rowErrors))
  const details = field.property['x-details']

  // Several rows may change before they are drawn again, when what was pasted into them is found.
  const latest = useRef(rows)
  latest.current = rows
  const change = (next: readonly Row[]) => {
    latest.current = next
    onChange(listOrEmpty(next))
  }
  const handlePaste = (event: ClipboardEvent, row: number, column: number) => {
    const text = event.clipboardData.getData('text')
    if (!isSpreadsheet(text)) return
    event.preventDefault()
    change(pastedRows(rows, { cells: parseSpreadsheet(text), start: { row, column }, columns, options: optionsOf, limit }))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the label stands outside, with those of all other fields
    <div id={id} role="group" aria-labelledby={`${id}_label`} aria-describedby={describedBy}>
      <RowsPager page={page} />
      {/* Positioned, so that the hidden labels of its cells scroll with it and do not widen the dialog. */}
      <div className="table-responsive position-relative">
        <Table size="sm" className="rows-editor mb-2 align-top">
          <RowsHead columns={columns} hasTools={!disabled} />
          <tbody>
            {rows.slice(page.first, page.last).map((row, offset) => {
              const index = page.first + offset
              return (
                <RowsEditorRow
                  key={ids.at(index)}
                  id={`${id}_${index}`}
                  index={index}
                  row={row}
                  columns={columns}
                  errors={rowErrors?.[index]}
                  disabled={disabled}
                  isLast={index === rows.length - 1}
                  isOrdered={details === undefined || details.order !== undefined}
                  onChange={(changes) => change(latest.current.map((one, place) => (place === index ? { ...one, ...changes } : one)))}
                  onMove={(step) => {
                    ids.move(index, step)
                    change(movedRow(rows, index, step))
                  }}
                  onRemove={() => {
                    ids.remove(index)
                    change(rows.filter((_, place) => place !== index))
                  }}
                  onPaste={(event, column) => handlePaste(event, index, column)}
                />
              )
            })}
          </tbody>
          <RowsTotals columns={columns} rows={rows} toolCells={disabled ? 0 : 1} />
        </Table>
      </div>
      {!disabled && (
        <RowsTools
          field={field}
          count={rows.length}
          limit={limit}
          readForm={readForm}
          onAdd={() => {
            change([...rows, newRow(columns)])
            page.show(rows.length)
          }}
          onPaste={(event) => handlePaste(event, rows.length, 0)}
          onRows={change}
        />
      )}
    </div>
  )
}

/** The first row with an error, whose page is shown; null when there is none. */
function firstOf(errors: WidgetProps['rowErrors']): number | null {
  const places = Object.keys(errors ?? {}).map(Number)
  return places.length === 0 ? null : Math.min(...places)
}

/** Loaded options of a column; its cells have loaded them already. */
function useColumnOptions(): ColumnOptions {
  const cache = useDictionaryCache()
  return ({ dictionary }: ResolvedField) => {
    if (!dictionary) return []
    return localDictionary(dictionary.name, dictionary.strArg) ?? cache.read(dictionary)?.options ?? []
  }
}
