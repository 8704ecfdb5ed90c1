import { editableFields, type FormDefinition } from './formDefinition.ts'
import type { FormValues } from './formScope.ts'
import { sameValue } from './formValues.ts'

/** What became of one record that two people changed at the same time. */
export interface Merge {
  /** Both changed these, differently: somebody has to choose. */
  readonly clashes: readonly string[]
  /** Only the other person changed these; their value is taken. */
  readonly theirs: readonly string[]
  /** Values with everything that does not clash merged; mine where it clashes. */
  readonly values: FormValues
}

/**
 * Merges my input with the record as it is stored now, field by field.
 *
 * @param base   the record as it was when I began
 * @param mine   what I entered
 * @param theirs the record as it is now
 */
export function mergeChanges(definition: Pick<FormDefinition, 'schema'>, base: FormValues, mine: FormValues, theirs: FormValues): Merge {
  const names = editableFields(definition)
  const changedByMe = new Set(names.filter((name) => !sameValue(base[name], mine[name])))
  const changedByThem = names.filter((name) => !sameValue(base[name], theirs[name]))
  return {
    clashes: changedByThem.filter((name) => changedByMe.has(name) && !sameValue(mine[name], theirs[name])),
    theirs: changedByThem.filter((name) => !changedByMe.has(name)),
    values: Object.fromEntries(names.map((name) => [name, changedByMe.has(name) ? mine[name] : theirs[name]])),
  }
}
