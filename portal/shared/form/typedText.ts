/** How a text is typed, as its input says. */
export interface TypedAs {
  readonly inputMode?: 'numeric' | 'email' | 'tel' | undefined
  readonly type?: string | undefined
  readonly maxLength?: number | undefined
  /** Numbers of serials and the like, which are typed with letters too. */
  readonly isHalfWidth?: boolean | undefined
}

/**
 * A typed or pasted text as it is meant: Chinese input methods give full-width digits and letters where a number or an address is
 * wanted, and numbers are copied with the strokes and spaces between their parts.
 */
export function readTyped(text: string, { inputMode, type, maxLength, isHalfWidth }: TypedAs): string {
  if (inputMode === 'numeric' || inputMode === 'tel')
    return toHalfWidth(text)
      .replace(/[\s()-]/g, '')
      .slice(0, maxLength)
  return inputMode === 'email' || type === 'email' || isHalfWidth ? toHalfWidth(text) : text
}

/** The length that the browser enforces: numbers are cut only after what stands between their parts is gone. */
export function typedLengthMax({ inputMode, maxLength }: TypedAs): number | undefined {
  return inputMode === 'numeric' || inputMode === 'tel' ? undefined : maxLength
}

/** ！ to ～ stand in the same order as ! to ~; the ideographic space is a space. */
function toHalfWidth(text: string): string {
  return text.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)).replaceAll('\u3000', ' ')
}
