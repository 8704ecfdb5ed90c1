import { describedBy, FieldNotes, RequiredMark } from './FieldBox.tsx'

export interface RadioFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly key: string; readonly value: string }[]
  readonly onChange: (value: string) => void
  readonly problem?: string | undefined
}

/** A choice among few options, all visible. Always required. */
export function RadioField({ id, label, value, options, onChange, problem }: RadioFieldProps) {
  const { 'aria-describedby': notes } = describedBy(id, { problem })
  return (
    <fieldset className="field" id={id} aria-describedby={notes}>
      <legend>
        {label}
        <RequiredMark />
      </legend>
      <div className="radio-row">
        {options.map((option) => (
          <label key={option.key} className="radio">
            <input
              type="radio"
              name={id}
              value={option.key}
              checked={option.key === value}
              onChange={() => onChange(option.key)}
              required
            />
            {option.value}
          </label>
        ))}
      </div>
      <FieldNotes id={id} problem={problem} />
    </fieldset>
  )
}
