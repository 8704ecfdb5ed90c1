import { useState } from 'react'
import Form from 'react-bootstrap/Form'
import type { DisplayFormat } from '../../language/documents/vocabulary.ts'
import { editText, parseNumberText, restText } from './numberText.ts'
import { controlAttributes, type WidgetProps } from './widget.ts'

/** Formats whose numbers are large enough for thousands commas. */
const grouped: ReadonlySet<DisplayFormat> = new Set(['points', 'money'])

/**
 * A number typed as text: the browser's own number input changes values by the wheel, drops what it does not understand
 * and rounds steps in binary. Thousands commas show while the field is not being edited.
 */
export function NumberWidget(props: WidgetProps) {
  const { field, value, onChange, disabled, invalid } = props
  const [typed, setTyped] = useState<string | null>(null)
  const atRest = grouped.has(field.format) ? restText(value) : editText(value)
  const handleText = (text: string) => {
    setTyped(text)
    onChange(parseNumberText(text))
  }
  return (
    <Form.Control
      {...controlAttributes(props)}
      type="text"
      inputMode={field.property.type === 'integer' ? 'numeric' : 'decimal'}
      className="text-end"
      value={typed ?? atRest}
      placeholder={field.ui.placeholder}
      disabled={disabled}
      isInvalid={invalid}
      autoComplete="off"
      onFocus={() => setTyped(editText(value))}
      onBlur={() => setTyped(null)}
      onChange={(event) => handleText(event.target.value)}
    />
  )
}
