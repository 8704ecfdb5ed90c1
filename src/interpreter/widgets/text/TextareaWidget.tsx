import Form from 'react-bootstrap/Form'
import { controlAttributes, type WidgetProps } from '../widget.ts'
import { useOwnText } from './useOwnText.ts'

const rowsDefault = 4

/** Text of several lines. */
export function TextareaWidget(props: WidgetProps) {
  const { field, value, onChange, disabled, invalid } = props
  const own = useOwnText<HTMLTextAreaElement>(value)
  return (
    <Form.Control
      {...controlAttributes(props)}
      as="textarea"
      rows={field.ui.rows ?? rowsDefault}
      {...own}
      placeholder={field.ui.placeholder}
      disabled={disabled}
      isInvalid={invalid}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  )
}
