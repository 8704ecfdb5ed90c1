import { useCallback, useRef } from 'react'
import type { ResolvedField } from '../../../language/resolved.ts'
import { dictionaryArgument } from '../../shared/labels/dictionaryArgument.ts'
import { cellWidgets } from '../cellWidgets.ts'
import { ComputedCell } from './ComputedCell.tsx'
import type { Row } from './rowValues.ts'

interface RowsEditorCellProps {
  readonly id: string
  readonly field: ResolvedField
  readonly label: string
  readonly row: Row
  /** Error texts, one per line; '' when there are none. */
  readonly error: string
  readonly disabled: boolean
  /** Takes the members that change: other cells of the row may change theirs at the same time. */
  readonly onChange: (changes: Row) => void
}

/** One control of a row: the same as in a form, with its label only for screen readers. */
export function RowsEditorCell({ id, field, label, row, error, disabled, onChange }: RowsEditorCellProps) {
  const Control = cellWidgets[field.widget]
  // Controls need a stable onChange, but the row is another object after every key.
  const latest = useRef({ row, onChange })
  latest.current = { row, onChange }
  const setFields = useCallback((values: Row) => {
    // What is read before the row is drawn again has this change.
    latest.current = { ...latest.current, row: { ...latest.current.row, ...values } }
    latest.current.onChange(values)
  }, [])
  const name = field.field
  const handleChange = useCallback((value: unknown) => setFields({ [name]: value }), [name, setFields])
  return (
    <>
      <label id={`${id}_label`} htmlFor={id} className="visually-hidden">
        {label}
      </label>
      {field.property['x-computed'] === true ? (
        <ComputedCell id={id} field={field} row={row} invalid={error !== ''} />
      ) : (
        <Control
          id={id}
          field={field}
          value={row[name]}
          onChange={handleChange}
          disabled={disabled}
          required={field.required}
          invalid={error !== ''}
          describedBy={error === '' ? undefined : `${id}_error`}
          strArg={dictionaryArgument(field, row)}
          rowErrors={undefined}
          setFields={setFields}
          readForm={() => latest.current.row}
        />
      )}
      {error !== '' && (
        <div id={`${id}_error`} className="record-form-error">
          {error}
        </div>
      )}
    </>
  )
}
