import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'
import Form from 'react-bootstrap/Form'
import type { DisplayFormat } from '../../../language/documents/vocabulary.ts'
import { parseNumberText } from '../../../rules/numbers.ts'
import { controlAttributes, type WidgetProps } from '../widget.ts'
import { editText, restText } from './numberText.ts'

/** Formats whose numbers get thousands separators. */
const grouped: ReadonlySet<DisplayFormat> = new Set(['points', 'money'])

/**
 * A number typed as text, because the browser's own number input changes values by the mouse wheel, drops text that it does not understand,
 * and rounds steps in binary. Thousands separators are shown while the field is not being edited.
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
  // Tab selects the whole text, but removing the separators would end the selection, and typed digits would be appended instead of
  // replacing the number. So it is selected again.
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
