import { memo, type ReactNode } from 'react'
import { RowActions } from '../../actions/buttons/RowActions.tsx'
import { guardHolds } from '../../actions/buttons/visibleActions.ts'
import { fieldOf, type ListRow } from '../../shared/calls/listPage.ts'
import { withRecordLink } from '../../shared/records/recordLink.tsx'
import { renderCell } from '../../shared/values/cellRenderers.tsx'
import type { DrawnColumn } from '../columns/drawnColumns.ts'
import { LazyRowDetails } from '../details/lazyDetails.ts'
import { EditableCell } from './EditableCell.tsx'
import { RowLink } from './RowLink.tsx'
import type { TableFrame } from './tableFrame.ts'

interface BodyRowProps {
  readonly row: ListRow
  /** Counted from 1, across pages. */
  readonly number: number
  readonly isSelected: boolean
  readonly isExpanded: boolean
  readonly columns: readonly DrawnColumn[]
  readonly frame: TableFrame
}

/** One record. Memoised, so that a click on one row, a toast or a dialog does not draw the other rows again. */
export const BodyRow = memo(function BodyRow({ row, number, isSelected, isExpanded, columns, frame }: BodyRowProps) {
  const { screen, selectable, expandable, rowActions, scope, inlineFields, linkActions } = frame
  const id = String(row.id)
  const actions = rowActions.filter((action) => guardHolds(action, { ...scope, row }))
  const mayEdit = inlineFields.size > 0 && linkActions.edit !== undefined && guardHolds(linkActions.edit, { ...scope, row })
  return (
    <>
      <tr className={isSelected ? 'table-active' : undefined} data-row-id={id}>
        {selectable && (
          <td className="list-lead d-print-none">
            <input
              type="checkbox"
              className="form-check-input"
              aria-label={`選取 ${nameOf(row, screen.entity.label)}`}
              checked={isSelected}
              onChange={() => frame.onToggleSelected(id)}
            />
          </td>
        )}
        <td className="list-lead text-end text-body-secondary">{number}</td>
        {expandable && (
          <td className="list-lead d-print-none">
            <button type="button" className="btn btn-sm btn-link p-0" aria-expanded={isExpanded} onClick={() => frame.onToggleExpanded(id)}>
              {isExpanded ? '收合' : '展開'}
            </button>
          </td>
        )}
        {columns.map((drawn) => bodyCell(drawn, row, frame, mayEdit))}
        {frame.hasRowActions && (
          <td className="list-actions list-sticky-end">
            <RowActions actions={actions} row={row} onRun={frame.onRunRowAction} onOpenMenu={frame.onOpenMenu} />
          </td>
        )}
      </tr>
      {isExpanded && (
        <tr className="list-details">
          <td colSpan={frame.columnCount}>
            <div className="list-details-body">
              <LazyRowDetails screen={screen} row={row} />
            </div>
          </td>
        </tr>
      )}
    </>
  )
})

/** The cell of one column. Not a component, because a page may have thousands. */
function bodyCell(drawn: DrawnColumn, row: ListRow, frame: TableFrame, mayEdit: boolean): ReactNode {
  const { column, className, style } = drawn
  const content = renderCell(fieldOf(row, column.field), drawn)
  const shown = linked(wrapped(content, drawn), drawn, row, frame)
  if (!mayEdit || !frame.inlineFields.has(column.field))
    return (
      <td key={column.field} className={className} style={style} title={hintOf(content)}>
        {shown}
      </td>
    )
  const name = nameOf(row, frame.screen.entity.label)
  return (
    <EditableCell key={column.field} drawn={drawn} name={name} onEdit={(cell) => frame.onEditCell(row, cell)}>
      {shown}
    </EditableCell>
  )
}

/** Name of a record in labels for screen readers. */
function nameOf(row: ListRow, label: string): string {
  const value = fieldOf(row, label)
  return value === undefined || value === null || value === '' ? String(row.id) : String(value)
}

/** A text longer than this may be cut off in its cell; its tooltip shows all of it. */
const cutLength = 20

function hintOf(content: ReactNode): string | undefined {
  return typeof content === 'string' && content.length > cutLength ? content : undefined
}

/** Long texts take up to three lines instead of a wide column; a cell of a table cannot be cut by lines itself. */
function wrapped(content: ReactNode, { column }: DrawnColumn): ReactNode {
  return column.format === 'multiline' && content !== null ? <div className="list-lines">{content}</div> : content
}

function linked(content: ReactNode, { column }: DrawnColumn, row: ListRow, frame: TableFrame): ReactNode {
  const link = column.link === undefined ? undefined : frame.linkActions[column.link]
  if (column.link === undefined || link === undefined || content === null || !guardHolds(link, { ...frame.scope, row }))
    return withRecordLink(content, column, row)
  return (
    <RowLink action={link} mode={column.link} row={row} frame={frame}>
      {content}
    </RowLink>
  )
}
