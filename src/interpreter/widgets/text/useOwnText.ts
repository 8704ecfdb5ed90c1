import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { textOf } from '../widget.ts'

interface OwnText<Input> {
  readonly ref: RefObject<Input | null>
  readonly defaultValue: string
}

/**
 * Attributes of an input that owns its text: a key draws nothing. Whatever else changes the value (a choice, a draft, the cleaned text) is
 * written into the input.
 */
export function useOwnText<Input extends HTMLInputElement | HTMLTextAreaElement>(value: unknown): OwnText<Input> {
  const ref = useRef<Input>(null)
  const text = textOf(value)
  const [first] = useState(text)
  useLayoutEffect(() => showText(ref.current, text))
  return { ref, defaultValue: first }
}

/** Writes another text into an input; the same one is left alone, and with it the caret. */
export function showText(input: HTMLInputElement | HTMLTextAreaElement | null, text: string): void {
  if (input !== null && input.value !== text) input.value = text
}
