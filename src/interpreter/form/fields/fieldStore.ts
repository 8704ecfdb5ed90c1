import { deepEquals } from '@rjsf/utils'
import type { RowErrors } from '../../widgets/widget.ts'

/** State of one field of an open form. */
export interface FieldView {
  readonly value: unknown
  readonly required: boolean
  readonly readonly: boolean
  /** Argument of a dependent dictionary. */
  readonly strArg: string | undefined
  /** Error texts of the field itself, one per line; '' when there are none. */
  readonly error: string
  readonly rowErrors: RowErrors | undefined
  /** Why a formula has no result. */
  readonly note?: string | undefined
}

/** The views of all fields. A field is notified only of its own changes, and its view stays the same object until its content changes. */
export interface FieldStore {
  /** @throws Error for a field that the form does not have */
  read(name: string): FieldView
  /** The entered values of all fields. */
  values(): Readonly<Record<string, unknown>>
  /** Shows a new value at once, in the same step in which RJSF takes it over. */
  enter(name: string, value: unknown): void
  /** Takes a value that its input shows already. */
  type(name: string, value: unknown): void
  update(views: ReadonlyMap<string, FieldView>): void
  subscribe(name: string, listener: () => void): () => void
}

/**
 * Lets each field subscribe to its own view, so that a key in one field does not draw the layout and the other fields again. RJSF owns the
 * values; the store has its latest state by field.
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
    type: (name, value) => void current.set(name, { ...read(name), value }),
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

/** Most of a view is identical to the one before; only members that are not identical are compared by content. */
function isSameView(before: FieldView, view: FieldView): boolean {
  const names = Object.keys(view) as (keyof FieldView)[]
  return names.every((name) => before[name] === view[name] || deepEquals(before[name], view[name]))
}
