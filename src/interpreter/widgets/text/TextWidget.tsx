import type { ChangeEvent, CompositionEvent } from 'react'
import Form from 'react-bootstrap/Form'
import type { ValueFormat } from '../../../language/documents/vocabulary.ts'
import { readTypedCode } from '../../../rules/typedCodes.ts'
import { controlAttributes, type WidgetProps } from '../widget.ts'
import { showText, useOwnText } from './useOwnText.ts'

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
  const { property } = field
  const kind = property.format === undefined ? undefined : kinds[property.format]
  const own = useOwnText<HTMLInputElement>(value)
  const take = (input: HTMLInputElement) => {
    const text = readTypedCode(property, input.value)
    showText(input, text)
    onChange(text || undefined)
  }
  return (
    <Form.Control
      {...controlAttributes(props)}
      type={kind?.type ?? 'text'}
      inputMode={kind?.inputMode}
      {...own}
      placeholder={field.ui.placeholder}
      disabled={disabled}
      isInvalid={invalid}
      autoComplete="off"
      // While an input method composes, the text is its own: changed under it, the next sign would be doubled.
      onChange={({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
        isComposing(nativeEvent) ? onChange(currentTarget.value || undefined) : take(currentTarget)
      }
      onCompositionEnd={({ currentTarget }: CompositionEvent<HTMLInputElement>) => take(currentTarget)}
    />
  )
}

function isComposing(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing
}
