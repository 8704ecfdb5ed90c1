import { editableFields, type FormDefinition } from './formDefinition.ts'
import type { FormValues } from './formScope.ts'
import { sameValue } from './formValues.ts'

/** Result of merging two concurrent changes of one record. */
export interface Merge {
  /** Fields that both changed differently; the user has to choose. */
  readonly clashes: readonly string[]
  /** Fields that only the other user changed; their value is taken. */
  readonly theirs: readonly string[]
  /** Merged values; for conflicting fields, the own value. */
  readonly values: FormValues
}

/**
 * Merges the own input with the stored record, field by field.
 *
 * @param base the record when editing began
 * @param mine the entered values
 * @param theirs the record as stored now
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
