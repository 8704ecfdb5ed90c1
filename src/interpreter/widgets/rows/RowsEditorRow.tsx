import type { ClipboardEvent } from 'react'
import Button from 'react-bootstrap/Button'
import { Icon } from '../../../client/parts/Icon.tsx'
import { rowId } from '../../../language/entity/details.ts'
import type { ResolvedField } from '../../../language/resolved.ts'
import { RowsEditorCell } from './RowsEditorCell.tsx'
import type { Row } from './rowValues.ts'

interface RowsEditorRowProps {
  readonly id: string
  readonly index: number
  readonly row: Row
  readonly columns: readonly ResolvedField[]
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined
  readonly disabled: boolean
  readonly isLast: boolean
  /** The rows have an order that people choose. */
  readonly isOrdered: boolean
  readonly onChange: (changes: Row) => void
  readonly onMove: (step: -1 | 1) => void
  readonly onRemove: () => void
  readonly onPaste: (event: ClipboardEvent, column: number) => void
}

/** One row of the rows editor with its buttons. */
export function RowsEditorRow(props: RowsEditorRowProps) {
  const { id, index, row, columns, errors, disabled, isLast, isOrdered, onChange, onMove, onRemove, onPaste } = props
  const place = `第 ${index + 1} 列`
  return (
    <tr>
      <th scope="row">{index + 1}</th>
      {columns.map((column, position) => (
        <td key={column.field} onPasteCapture={(event) => onPaste(event, position)}>
          <RowsEditorCell
            id={`${id}_${column.field}`}
            field={column}
            label={`${column.title} ${place}`}
            row={row}
            error={errors?.[column.field]?.join('\n') ?? ''}
            disabled={disabled || column.readonly || isFixed(column, row)}
            onChange={onChange}
          />
        </td>
      ))}
      {!disabled && (
        <td className="rows-editor-tools">
          {isOrdered && (
            <>
              <Button size="sm" variant="link" aria-label={`上移${place}`} disabled={index === 0} onClick={() => onMove(-1)}>
                <Icon name="arrow_upward" />
              </Button>
              <Button size="sm" variant="link" aria-label={`下移${place}`} disabled={isLast} onClick={() => onMove(1)}>
                <Icon name="arrow_downward" />
              </Button>
            </>
          )}
          <Button size="sm" variant="outline-danger" aria-label={`移除${place}`} onClick={onRemove}>
            移除
          </Button>
        </td>
      )}
    </tr>
  )
}

/** A field that is filled in once, of a row that is a stored record. */
function isFixed({ property }: ResolvedField, row: Row): boolean {
  return property['x-immutable'] === true && row[rowId] !== undefined
}
