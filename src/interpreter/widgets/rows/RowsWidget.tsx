import { type ClipboardEvent, useRef } from 'react'
import Button from 'react-bootstrap/Button'
import Table from 'react-bootstrap/Table'
import { late } from '../../../client/load/late.tsx'
import { localDictionary } from '../../../client/localDictionaries.ts'
import { useDictionaryCache } from '../../../client/useDictionaryCache.ts'
import type { ResolvedField } from '../../../language/resolved.ts'
import { tierLimitText } from '../../../rules/tiers.ts'
import { RowsPager } from '../../shared/values/RowsPager.tsx'
import { useRowsPage } from '../../shared/values/useRowsPage.ts'
import { listOrEmpty, type WidgetProps } from '../widget.ts'
import { RowsEditorRow } from './RowsEditorRow.tsx'
import { RowsTotals } from './RowsTotals.tsx'
import { type ColumnOptions, isFigure, isNumber, movedRow, newRow, pastedRows, type Row, rowsOf } from './rowValues.ts'
import { isSpreadsheet, parseSpreadsheet } from './spreadsheet.ts'
import { useRowIds } from './useRowIds.ts'

/** Loaded on demand, because few lists can be filled from a file. */
const RowsImport = late(async () => (await import('./RowsImport.tsx')).RowsImport)

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
  const importCall = field.ui.options?.import

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
          <thead>
            <tr>
              <th scope="col">#</th>
              {columns.map((column) => (
                <th key={column.field} scope="col" className={headClass(column)}>
                  {column.title}
                  {column.required && (
                    <span className="text-danger ms-1" aria-hidden="true">
                      *
                    </span>
                  )}
                </th>
              ))}
              {!disabled && <td />}
            </tr>
          </thead>
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
        <Button
          size="sm"
          variant="outline-primary"
          disabled={rows.length >= limit}
          onClick={() => {
            change([...rows, newRow(columns)])
            page.show(rows.length)
          }}
          onPaste={(event) => handlePaste(event, rows.length, 0)}
        >
          新增
        </Button>
      )}
      {importCall !== undefined && !disabled && (
        <RowsImport call={importCall} title={field.title} disabled={disabled} count={rows.length} readForm={readForm} onRows={change} />
      )}
      {!disabled && rows.length >= limit && (
        <span className="text-danger ms-2" role="status">
          {tierLimitText(limit)}
        </span>
      )}
      {!disabled && <p className="form-text mb-0">可自試算表複製儲存格後，在欄位內貼上。</p>}
    </div>
  )
}

/** A column that is only read is as narrow as its contents; its title stays in one line all the same. */
function headClass(column: ResolvedField): string | undefined {
  if (column.property['x-computed'] === true) return isFigure(column) ? 'text-end text-nowrap' : 'text-nowrap'
  return isNumber(column) ? 'rows-editor-sum' : undefined
}

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
