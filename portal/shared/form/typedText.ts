import { withoutUnseen } from '../../../src/rules/cleanText.ts'
import { toHalfWidth } from '../../../src/rules/halfWidth.ts'

/** Properties of the input into which a text is typed. */
export interface TypedAs {
  readonly inputMode?: 'numeric' | 'email' | 'tel' | undefined
  readonly type?: string | undefined
  readonly maxLength?: number | undefined
  /** For numbers that may contain letters, such as serials. */
  readonly isHalfWidth?: boolean | undefined
}

/**
 * Normalises a typed or pasted text. Chinese input methods give full-width digits and letters where a number or an address is wanted, and
 * copied numbers have hyphens and spaces between their parts. What nobody sees, such as the signs of direction around a copied number, goes.
 */
export function readTyped(typed: string, { inputMode, type, maxLength, isHalfWidth }: TypedAs): string {
  if (type === 'password') return typed
  const text = withoutUnseen(typed)
  if (inputMode === 'numeric' || inputMode === 'tel')
    return toHalfWidth(text)
      .replace(/[\s()-]/g, '')
      .slice(0, maxLength)
  return inputMode === 'email' || type === 'email' || isHalfWidth ? toHalfWidth(text) : text
}

/** The maximum length for the browser. For numbers none, because hyphens and spaces are removed before cutting. */
export function typedLengthMax({ inputMode, maxLength }: TypedAs): number | undefined {
  return inputMode === 'numeric' || inputMode === 'tel' ? undefined : maxLength
}
