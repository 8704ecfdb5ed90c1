import type { ComponentType } from 'react'
import type { ResolvedField } from '../../language/resolved.ts'

/** Errors in a list of rows: texts by row index and member. */
export type RowErrors = Readonly<Record<number, Readonly<Record<string, readonly string[]>>>>

/**
 * Props of every form control. A control is only the input; `FieldControl` draws label, help and error texts around it. An empty value is
 * `undefined`, never null, '' or [].
 */
export interface WidgetProps {
  /** Id of the focusable element; the label refers to it. */
  readonly id: string
  readonly field: ResolvedField
  readonly value: unknown
  /** Stable for the life of the form. */
  readonly onChange: (value: unknown) => void
  /** True while the field is read-only or the form is being saved. */
  readonly disabled: boolean
  readonly required: boolean
  readonly invalid: boolean
  /** Ids of help and error texts. */
  readonly describedBy: string | undefined
  /** Argument of a dictionary that depends on another field; undefined when that is empty or there is none. */
  readonly strArg: string | undefined
  readonly rowErrors: RowErrors | undefined
  /** Sets other fields of the same form (generated keys). */
  readonly setFields: (values: Readonly<Record<string, unknown>>) => void
  /** Returns the current input of the whole form. */
  readonly readForm: () => Readonly<Record<string, unknown>>
}

export type Widget = ComponentType<WidgetProps>

/** Attributes for the focusable element of every control. */
export function controlAttributes(props: Pick<WidgetProps, 'id' | 'required' | 'invalid' | 'describedBy'>) {
  return {
    id: props.id,
    'aria-required': props.required,
    'aria-invalid': props.invalid,
    'aria-describedby': props.describedBy,
  }
}

/** The value as text for an input; empty for anything but a text or a number. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** The texts of a list value; other entries are left out. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : noTexts
}
const noTexts: readonly string[] = []

/** The list, or undefined when it is empty. */
export function listOrEmpty<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items
}
