import type { ReactNode } from 'react'
import type { ResolvedField } from '../../language/resolved.ts'
import { columnSpan } from './columnSpan.ts'

interface FieldBoxProps {
  readonly id: string
  readonly field: ResolvedField
  readonly required: boolean
  readonly help: string | undefined
  /** One text per line; '' without. */
  readonly error: string
  /** The control is several elements: it is labelled by `aria-labelledby` = `{id}_label`. */
  readonly isGroup: boolean
  readonly children: ReactNode
}

/** What stands around a control: label with required mark, help and errors, on its share of the grid. */
export function FieldBox({ id, field, required, help, error, isGroup, children }: FieldBoxProps) {
  const label = (
    <>
      {field.title}
      {required && (
        <span className="text-danger ms-1" aria-hidden="true">
          *
        </span>
      )}
    </>
  )
  return (
    <div className="record-form-field" data-field={field.field} data-span={columnSpan(field)}>
      {isGroup ? (
        <div id={`${id}_label`} className="form-label">
          {label}
        </div>
      ) : (
        <label id={`${id}_label`} htmlFor={id} className="form-label">
          {label}
        </label>
      )}
      {children}
      {help !== undefined && (
        <div id={`${id}_help`} className="form-text">
          {help}
        </div>
      )}
      {error !== '' && (
        <div id={`${id}_error`} className="record-form-error">
          {error}
        </div>
      )}
    </div>
  )
}
