import { type HTMLInputAutoCompleteAttribute, type HTMLInputTypeAttribute, useState } from 'react'
import { describedBy, FieldBox } from './FieldBox.tsx'
import { readTyped, typedLengthMax } from './typedText.ts'

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
  /** Converts full-width letters and digits to half-width ones. */
  readonly isHalfWidth?: boolean
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
  maxLength,
  isHalfWidth,
  ...further
}: TextFieldProps) {
  const typedAs = { type, maxLength, isHalfWidth, inputMode: further.inputMode }
  const take = (text: string) => onChange(readTyped(text, typedAs))
  const [isShown, setShown] = useState(false)
  const input = (
    <input
      id={id}
      type={isShown ? 'text' : type}
      value={value}
      required={required}
      maxLength={typedLengthMax(typedAs)}
      // During composition by an input method the text is not changed, until it ends or the field is left.
      onChange={(event) => (isComposing(event.nativeEvent) ? onChange(event.target.value) : take(event.target.value))}
      onBlur={() => readTyped(value, typedAs) !== value && take(value)}
      {...further}
      {...describedBy(id, { help, problem })}
    />
  )
  return (
    <FieldBox id={id} label={label} required={required} problem={problem} help={help} className={className}>
      {type === 'password' ? (
        <div className="password-box">
          {input}
          <button type="button" aria-pressed={isShown} aria-controls={id} onClick={() => setShown(!isShown)}>
            {isShown ? '隱藏' : '顯示'}
            <span className="visually-hidden">{label}</span>
          </button>
        </div>
      ) : (
        input
      )}
    </FieldBox>
  )
}

export function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing
}
