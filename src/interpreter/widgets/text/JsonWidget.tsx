import { useState } from 'react'
import Form from 'react-bootstrap/Form'
import { controlAttributes, type WidgetProps } from '../widget.ts'

/**
 * JSON typed as text. A field of type `string` stores the text. An object or array field stores the parsed value, or the text while it
 * cannot be parsed, so that the validator refuses it.
 */
export function JsonWidget(props: WidgetProps) {
  const { field, value, onChange, disabled, invalid } = props
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: unknown } | null>(null)
  const isText = field.property.type === 'string'
  const shown = typed && Object.is(typed.value, value) ? typed.text : jsonText(value)
  const handleText = (text: string) => {
    const next = text === '' ? undefined : isText ? text : parsed(text)
    setTyped({ text, value: next })
    onChange(next)
  }
  return (
    <Form.Control
      {...controlAttributes(props)}
      as="textarea"
      className="font-monospace"
      rows={field.ui.rows ?? 6}
      spellCheck={false}
      value={shown}
      disabled={disabled}
      isInvalid={invalid}
      onChange={(event) => handleText(event.target.value)}
    />
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function jsonText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
