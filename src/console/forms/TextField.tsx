import { type HTMLInputAutoCompleteAttribute, useId, useState } from 'react'
import { Icon } from '../../client/parts/Icon.tsx'

export interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'email' | 'password'
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  readonly maxLength: number
  /** Shown below the field; undefined while there is nothing to say. */
  readonly error?: string | undefined
  readonly help?: string
  readonly readOnly?: boolean
  readonly autoFocus?: boolean
}

/** A labelled text field of the console's own pages; a password can be made readable. */
export function TextField({ label, value, onChange, type = 'text', error, help, ...rest }: TextFieldProps) {
  const id = useId()
  const [isReadable, setReadable] = useState(false)
  const isPassword = type === 'password'
  const note = error ?? help
  return (
    <div className="mb-3">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <div className="input-group has-validation">
        <input
          id={id}
          className={`form-control ${error ? 'is-invalid' : ''}`}
          type={isPassword && isReadable ? 'text' : type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          {...rest}
        />
        {isPassword && (
          <button
            type="button"
            className="btn btn-outline-secondary"
            aria-label={isReadable ? `隱藏${label}` : `顯示${label}`}
            aria-pressed={isReadable}
            onClick={() => setReadable(!isReadable)}
          >
            <Icon name={isReadable ? 'visibility_off' : 'visibility'} />
          </button>
        )}
      </div>
      {note && (
        <div id={`${id}-note`} className={error ? 'field-error' : 'form-text'}>
          {note}
        </div>
      )}
    </div>
  )
}
