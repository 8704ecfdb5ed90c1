import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute } from 'react'
import { describedBy, FieldBox } from './FieldBox.tsx'

export interface TextFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly required?: boolean
  readonly problem?: string | undefined
  readonly help?: string
  readonly maxLength?: number | undefined
  readonly type?: HTMLInputTypeAttribute
  readonly inputMode?: 'numeric' | 'email' | 'tel'
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  readonly className?: string
}

export function TextField({
  id,
  label,
  value,
  onChange,
  required = false,
  problem,
  help,
  className,
  type = 'text',
  ...input
}: TextFieldProps) {
  return (
    <FieldBox id={id} label={label} required={required} problem={problem} help={help} className={className}>
      <input
        id={id}
        type={type}
        value={value}
        required={required}
        onChange={(event) => onChange(event.target.value)}
        {...input}
        {...describedBy(id, { help, problem })}
      />
    </FieldBox>
  )
}
