import Form from 'react-bootstrap/Form'
import { listOrEmpty, textsOf, type WidgetProps } from '../widget.ts'
import { OptionsNote } from './OptionsNote.tsx'
import { useFieldOptions } from './useFieldOptions.ts'

/** Several options of a short dictionary; the value keeps the order of the dictionary. */
export function CheckboxesWidget(props: WidgetProps) {
  const { id, value, onChange, disabled, invalid, describedBy } = props
  const { options, state } = useFieldOptions(props)
  const chosen = textsOf(value)
  const toggle = (key: string) => {
    const wanted = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]
    const known = options.map((option) => option.key)
    const unknown = wanted.filter((one) => !known.includes(one))
    onChange(listOrEmpty([...known.filter((one) => wanted.includes(one)), ...unknown]))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label stands outside, with those of all other fields
    <div id={id} role="group" aria-labelledby={`${id}_label`} aria-describedby={describedBy}>
      {options.map((option) => (
        <Form.Check
          key={option.key}
          inline
          type="checkbox"
          id={`${id}_${option.key}`}
          label={option.value}
          checked={chosen.includes(option.key)}
          disabled={disabled}
          isInvalid={invalid}
          onChange={() => toggle(option.key)}
        />
      ))}
      <OptionsNote state={state} />
    </div>
  )
}
