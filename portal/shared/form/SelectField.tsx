import { describedBy, FieldBox } from './FieldBox.tsx'

export interface SelectFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly key: string; readonly value: string }[]
  readonly onChange: (value: string) => void
  readonly required?: boolean
  readonly disabled?: boolean
  readonly problem?: string | undefined
  readonly className?: string
}

/** A choice of one option; the empty option reads 請選擇. */
export function SelectField({ id, label, value, options, onChange, required = false, disabled, problem, className }: SelectFieldProps) {
  return (
    <FieldBox id={id} label={label} required={required} problem={problem} className={className}>
      <select
        id={id}
        value={value}
        required={required}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        {...describedBy(id, { problem })}
      >
        <option value="">請選擇</option>
        {options.map((option) => (
          <option key={option.key} value={option.key}>
            {option.value}
          </option>
        ))}
      </select>
    </FieldBox>
  )
}
