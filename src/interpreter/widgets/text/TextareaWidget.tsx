import Form from 'react-bootstrap/Form'
import { controlAttributes, textOf, type WidgetProps } from '../widget.ts'

const rowsDefault = 4

/** Text of several lines. */
export function TextareaWidget(props: WidgetProps) {
  const { field, value, onChange, disabled, invalid } = props
  return (
    <Form.Control
      {...controlAttributes(props)}
      as="textarea"
      rows={field.ui.rows ?? rowsDefault}
      value={textOf(value)}
      placeholder={field.ui.placeholder}
      disabled={disabled}
      isInvalid={invalid}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  )
}
