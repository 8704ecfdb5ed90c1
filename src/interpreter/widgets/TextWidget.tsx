import Form from 'react-bootstrap/Form'
import type { ValueFormat } from '../../language/documents/vocabulary.ts'
import { controlAttributes, textOf, type WidgetProps } from './widget.ts'

interface InputKind {
  readonly type?: 'email' | 'tel' | 'url'
  readonly inputMode?: 'numeric' | 'email' | 'tel' | 'url'
}

/** Lets phones show a suitable keyboard; only the form's validator checks the value. */
const kinds: Partial<Record<ValueFormat, InputKind>> = {
  email: { type: 'email', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel' },
  mobile: { type: 'tel', inputMode: 'tel' },
  https: { type: 'url', inputMode: 'url' },
  taxNumber: { inputMode: 'numeric' },
  zipCode: { inputMode: 'numeric' },
}

/** One line of text. */
export function TextWidget(props: WidgetProps) {
  const { field, value, onChange, disabled, invalid } = props
  const kind = field.property.format === undefined ? undefined : kinds[field.property.format]
  return (
    <Form.Control
      {...controlAttributes(props)}
      type={kind?.type ?? 'text'}
      inputMode={kind?.inputMode}
      value={textOf(value)}
      placeholder={field.ui.placeholder}
      disabled={disabled}
      isInvalid={invalid}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    />
  )
}
