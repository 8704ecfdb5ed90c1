import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'
import Form from 'react-bootstrap/Form'
import type { DisplayFormat } from '../../language/documents/vocabulary.ts'
import { parseNumberText } from '../../rules/numbers.ts'
import { editText, restText } from './numberText.ts'
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
  const selected = useRef<HTMLInputElement | null>(null)
  const atRest = grouped.has(field.format) ? restText(value) : editText(value)
  const handleText = (text: string) => {
    setTyped(text)
    onChange(parseNumberText(text))
  }
  const handleFocus = ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
    const isWhole = input.selectionStart === 0 && input.selectionEnd === input.value.length
    selected.current = isWhole ? input : null
    setTyped(editText(value))
  }
  // Tab selects the whole box, and losing its commas would end that: what is typed then would be added to the number, not replace it.
  useLayoutEffect(() => {
    if (typed !== null) selected.current?.select()
    selected.current = null
  }, [typed])
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
      onFocus={handleFocus}
      onBlur={() => setTyped(null)}
      onChange={(event) => handleText(event.target.value)}
    />
  )
}
