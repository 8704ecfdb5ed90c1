import type { ComponentType } from 'react'
import type { ResolvedField } from '../../language/resolved.ts'

/** Errors below a field that holds a list of rows: row index -> member -> texts. */
export type RowErrors = Readonly<Record<number, Readonly<Record<string, readonly string[]>>>>

/**
 * What every form control gets. A control is a plain input: label, help and error texts are drawn around it by `FieldControl`.
 * An empty value is `undefined`, never null, '' or [].
 */
export interface WidgetProps {
  /** Of the element that takes the focus; the label points at it. */
  readonly id: string
  readonly field: ResolvedField
  readonly value: unknown
  /** Stable for the life of the form. */
  readonly onChange: (value: unknown) => void
  /** True while the field is readonly or the form is being saved. */
  readonly disabled: boolean
  readonly required: boolean
  readonly invalid: boolean
  /** Ids of help and error texts. */
  readonly describedBy: string | undefined
  /** Argument of a dependent dictionary, taken from another field; undefined when that is empty or there is none. */
  readonly strArg: string | undefined
  readonly rowErrors: RowErrors | undefined
  /** Sets other fields of the same form (generated keys). */
  readonly setFields: (values: Readonly<Record<string, unknown>>) => void
  /** What is entered in the whole form, at this moment. */
  readonly readForm: () => Readonly<Record<string, unknown>>
}

export type Widget = ComponentType<WidgetProps>

/** The attributes that every control puts on its focusable element. */
export function controlAttributes(props: Pick<WidgetProps, 'id' | 'required' | 'invalid' | 'describedBy'>) {
  return {
    id: props.id,
    'aria-required': props.required,
    'aria-invalid': props.invalid,
    'aria-describedby': props.describedBy,
  }
}

/** The value as text for an input; anything that is not text or a number shows as empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** The texts of a list value; other things are left out. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : noTexts
}
const noTexts: readonly string[] = []

/** A list, or undefined when it is empty. */
export function listOrEmpty<T>(items: readonly T[]): readonly T[] | undefined {
  return items.length === 0 ? undefined : items
}
