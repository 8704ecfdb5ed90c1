import type { ReactNode } from 'react'
import type { ResolvedField } from '../../../language/resolved.ts'
import { columnSpan } from './columnSpan.ts'

interface FieldBoxProps {
  readonly id: string
  readonly field: ResolvedField
  readonly required: boolean
  readonly help: string | undefined
  /** One text per line; '' when there is no error. */
  readonly error: string
  /** True when the control consists of several elements, which are labelled by `aria-labelledby` = `{id}_label`. */
  readonly isGroup: boolean
  readonly children: ReactNode
}

/** The frame of a control: label with required mark, help and errors, in its columns of the grid. */
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
