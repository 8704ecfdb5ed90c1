import Table from 'react-bootstrap/Table'
import { RowsPager } from '../../shared/values/RowsPager.tsx'
import { useRowsPage } from '../../shared/values/useRowsPage.ts'
import type { WidgetProps } from '../widget.ts'
import { RowsEditorRow } from './RowsEditorRow.tsx'
import { RowsHead } from './RowsHead.tsx'
import { RowsTools } from './RowsTools.tsx'
import { RowsTotals } from './RowsTotals.tsx'
import { useRowsEditor } from './useRowsEditor.ts'

/** A list of objects as a table: add, remove, reorder, and paste cells copied from a spreadsheet. */
export function RowsWidget(props: WidgetProps) {
  const { id, field, disabled, rowErrors, describedBy, readForm } = props
  const editor = useRowsEditor(props)
  const { rows, columns, limit } = editor
  const page = useRowsPage(rows.length, firstOf(rowErrors))
  const details = field.property['x-details']
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
                  key={editor.keyOf(index)}
                  id={`${id}_${index}`}
                  index={index}
                  row={row}
                  columns={columns}
                  errors={rowErrors?.[index]}
                  disabled={disabled}
                  isLast={index === rows.length - 1}
                  isOrdered={details === undefined || details.order !== undefined}
                  onChange={(changes) => editor.changeRow(index, changes)}
                  onMove={(step) => editor.move(index, step)}
                  onRemove={() => editor.remove(index)}
                  onPaste={(event, column) => editor.paste(event, index, column)}
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
            editor.add()
            page.show(rows.length)
          }}
          onPaste={(event) => editor.paste(event, rows.length, 0)}
          onRows={editor.replace}
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
