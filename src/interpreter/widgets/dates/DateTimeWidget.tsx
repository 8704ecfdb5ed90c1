import Form from 'react-bootstrap/Form'
import { controlAttributes, type WidgetProps } from '../widget.ts'
import { fromTaipeiInput, toTaipeiInput } from './taipeiInput.ts'

/** An instant, typed in Taipei time and stored as ISO in UTC. */
export function DateTimeWidget(props: WidgetProps) {
  const { value, onChange, disabled, invalid } = props
  return (
    <Form.Control
      {...controlAttributes(props)}
      type="datetime-local"
      max="2999-12-31T23:59"
      value={toTaipeiInput(value)}
      disabled={disabled}
      isInvalid={invalid}
      onChange={(event) => onChange(fromTaipeiInput(event.target.value))}
    />
  )
}
