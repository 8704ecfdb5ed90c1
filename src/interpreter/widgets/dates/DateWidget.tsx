import Form from 'react-bootstrap/Form'
import { controlAttributes, textOf, type WidgetProps } from '../widget.ts'

/** A calendar date `YYYY-MM-DD`. */
export function DateWidget(props: WidgetProps) {
  const { value, onChange, disabled, invalid } = props
  return (
    <Form.Control
      {...controlAttributes(props)}
      type="date"
      max="2999-12-31"
      value={textOf(value)}
      disabled={disabled}
      isInvalid={invalid}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  )
}
