import { useState } from 'react'
import Form from 'react-bootstrap/Form'
import { controlAttributes, textOf, type WidgetProps } from '../widget.ts'

const typedMonth = /^(\d{4})-?(\d{2})$/

/**
 * A month, stored as `yyyyMM`. Browsers without a month picker show a text input, where 2026-01 and 202601 are accepted; incomplete input
 * stays as typed.
 */
export function MonthWidget(props: WidgetProps) {
  const { value, onChange, disabled, invalid } = props
  const [typed, setTyped] = useState<string | null>(null)
  const handleText = (text: string) => {
    setTyped(text)
    const parts = typedMonth.exec(text)
    onChange(text === '' ? undefined : parts ? `${parts[1]}${parts[2]}` : text)
  }
  return (
    <Form.Control
      {...controlAttributes(props)}
      type="month"
      placeholder="YYYY-MM"
      value={typed ?? textOf(value).replace(typedMonth, '$1-$2')}
      disabled={disabled}
      isInvalid={invalid}
      onBlur={() => setTyped(null)}
      onChange={(event) => handleText(event.target.value)}
    />
  )
}
