import { evaluate, type PredicateScope } from '../predicate/predicate.ts'
import type { ResolvedField } from '../resolved.ts'

/** What the rules of a record need to know of a field; a part of ResolvedField. */
export type RuleField = Pick<ResolvedField, 'field' | 'title' | 'property' | 'required' | 'readonly' | 'onHidden' | 'conditions'>

/** State of a field for the current values of a form. */
export interface FieldState {
  readonly visible: boolean
  readonly required: boolean
  readonly readonly: boolean
}

type Values = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, RuleField>>

/**
 * Computes which fields are visible, required and read-only. A hidden field whose value is omitted or cleared counts as empty for the
 * conditions of others. The computation therefore repeats until nothing changes, at most once per conditional field.
 */
export function fieldStates(fields: Fields, values: Values, scope: Omit<PredicateScope, 'form'>): ReadonlyMap<string, FieldState> {
  const rounds = Object.values(fields).filter((field) => field.conditions !== undefined).length
  let seen = values
  let states = statesFor(fields, values, scope)
  for (let round = 0; round < rounds; round += 1) {
    const shown = visibleValues(fields, states, values)
    // Nothing is hidden, so another round would give the same result.
    if (shown === seen) break
    seen = shown
    const next = statesFor(fields, shown, scope)
    const settled = Object.keys(fields).every((name) => next.get(name)?.visible === states.get(name)?.visible)
    states = next
    if (settled) break
  }
  return states
}

/** The values without those of hidden fields that do not keep theirs; the same object when there are none. */
export function visibleValues(fields: Fields, states: ReadonlyMap<string, FieldState>, values: Values): Values {
  const isShown = (name: string) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field === undefined || field.onHidden === 'keep' || states.get(name)?.visible !== false
  }
  const names = Object.keys(values)
  if (names.every(isShown)) return values
  return Object.fromEntries(names.filter(isShown).map((name) => [name, values[name]]))
}

function statesFor(fields: Fields, form: Values, scope: Omit<PredicateScope, 'form'>): ReadonlyMap<string, FieldState> {
  const whole = { ...scope, form }
  return new Map(Object.entries(fields).map(([name, field]) => [name, stateOf(field, whole)]))
}

function stateOf(field: RuleField, scope: PredicateScope): FieldState {
  const { visible, required, readonly } = field.conditions ?? {}
  const isReadonly = field.readonly || (readonly !== undefined && evaluate(readonly, scope))
  return {
    visible: visible === undefined || evaluate(visible, scope),
    required: !isReadonly && (field.required || (required !== undefined && evaluate(required, scope))),
    readonly: isReadonly,
  }
}
