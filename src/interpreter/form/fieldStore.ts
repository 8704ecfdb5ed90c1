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

/** Every field's view; a field is told only about its own changes, and its view stays the same object until it changes by content. */
export interface FieldStore {
  /** @throws Error for a field that the form does not have */
  read(name: string): FieldView
  /** What is entered in all fields. */
  values(): Readonly<Record<string, unknown>>
  /** Shows what was entered in one field in the same step in which RJSF takes it over, and not in another one after it. */
  enter(name: string, value: unknown): void
  update(views: ReadonlyMap<string, FieldView>): void
  subscribe(name: string, listener: () => void): () => void
}

/**
 * Lets each field listen to its own view, so that a key in one field does not draw the layout and its neighbours again.
 * RJSF remains the owner of the values; this is what it last said, cut by field.
 */
export function createFieldStore(initial: ReadonlyMap<string, FieldView>): FieldStore {
  const listeners = new Map<string, Set<() => void>>()
  const current = new Map(initial)
  const read = (name: string) => {
    const view = current.get(name)
    if (!view) throw new Error(`The form has no field ${name}`)
    return view
  }
  const put = (name: string, view: FieldView) => {
    const before = current.get(name)
    if (before !== undefined && isSameView(before, view)) return
    current.set(name, view)
    for (const listener of listeners.get(name) ?? []) listener()
  }
  return {
    read,
    values: () => Object.fromEntries([...current].map(([name, view]) => [name, view.value])),
    enter: (name, value) => put(name, { ...read(name), value }),
    update: (views) => {
      for (const [name, view] of views) put(name, view)
    },
    subscribe: (name, listener) => {
      const own = listeners.get(name) ?? new Set()
      listeners.set(name, own.add(listener))
      return () => own.delete(listener)
    },
  }
}

/** Nearly all of a view is one and the same as before: only what is not is compared by content. */
function isSameView(before: FieldView, view: FieldView): boolean {
  const names = Object.keys(view) as (keyof FieldView)[]
  return names.every((name) => before[name] === view[name] || deepEquals(before[name], view[name]))
}
