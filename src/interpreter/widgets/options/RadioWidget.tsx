import Form from 'react-bootstrap/Form'
import type { WidgetProps } from '../widget.ts'
import { OptionsNote } from './OptionsNote.tsx'
import { keyOfValue, valueOfKey } from './optionKeys.ts'
import { useFieldOptions } from './useFieldOptions.ts'

/** Radio buttons for a dictionary, an `enum`, or 是 and 否 of a boolean. */
export function RadioWidget(props: WidgetProps) {
  const { id, field, value, onChange, disabled, invalid, required, describedBy } = props
  const { options, state } = useFieldOptions(props)
  const key = keyOfValue(value)
  return (
    <div
      id={id}
      role="radiogroup"
      aria-labelledby={`${id}_label`}
      aria-describedby={describedBy}
      aria-required={required}
      aria-invalid={invalid}
    >
      {options.map((option) => (
        <Form.Check
          key={option.key}
          inline
          type="radio"
          id={`${id}_${option.key}`}
          name={id}
          label={option.value}
          checked={option.key === key}
          disabled={disabled}
          isInvalid={invalid}
          onChange={() => onChange(valueOfKey(option.key, field.property))}
        />
      ))}
      <OptionsNote state={state} />
    </div>
  )
}
