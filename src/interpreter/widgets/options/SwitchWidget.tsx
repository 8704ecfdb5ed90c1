import Form from 'react-bootstrap/Form'
import { controlAttributes, type WidgetProps } from '../widget.ts'
import { ownOptions } from './optionKeys.ts'

/** True or false as a switch, with the word beside it. */
export function SwitchWidget(props: WidgetProps) {
  const { field, value, onChange, disabled, invalid } = props
  const word = ownOptions(field).find((option) => option.key === String(value === true))?.value
  return (
    <div className="form-check form-switch">
      <input
        {...controlAttributes(props)}
        type="checkbox"
        role="switch"
        aria-checked={value === true}
        className={invalid ? 'form-check-input is-invalid' : 'form-check-input'}
        checked={value === true}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <Form.Text aria-hidden="true">{word}</Form.Text>
    </div>
  )
}
