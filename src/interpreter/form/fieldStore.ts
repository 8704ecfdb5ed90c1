import { deepEquals } from '@rjsf/utils'
import type { RowErrors } from '../widgets/widget.ts'

/** How one field of an open form stands. */
export interface FieldView {
  readonly value: unknown
  readonly required: boolean
  readonly readonly: boolean
  /** Argument of a dependent dictionary. */
  readonly strArg: string | undefined
  /** Texts of the field itself, one per line; '' without. */
  readonly error: string
  readonly rowErrors: RowErrors | undefined
}

/** Every field's view; a field is told only about changes, and its view stays the same object until it changes by content. */
export interface FieldStore {
  /** @throws Error for a field that the form does not have */
  read(name: string): FieldView
  /** What is entered in all fields. */
  values(): Readonly<Record<string, unknown>>
  update(views: ReadonlyMap<string, FieldView>): void
  subscribe(listener: () => void): () => void
}

/**
 * Lets each field listen to its own view, so that a key in one field does not draw the layout and its neighbours again.
 * RJSF remains the owner of the values; this is what it last said, cut by field.
 */
export function createFieldStore(initial: ReadonlyMap<string, FieldView>): FieldStore {
  const listeners = new Set<() => void>()
  let current = initial
  return {
    read: (name) => {
      const view = current.get(name)
      if (!view) throw new Error(`The form has no field ${name}`)
      return view
    },
    values: () => Object.fromEntries([...current].map(([name, view]) => [name, view.value])),
    update: (views) => {
      let isChanged = false
      const next = new Map<string, FieldView>()
      for (const [name, view] of views) {
        const before = current.get(name)
        const isKept = before !== undefined && deepEquals(before, view)
        if (!isKept) isChanged = true
        next.set(name, isKept ? before : view)
      }
      current = next
      if (isChanged) for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
