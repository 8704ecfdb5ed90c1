import { commonProperties } from '../documents/commonProperties.ts'
import type { Entity } from '../documents/entity.ts'

/** Fields that the server fills when a step of this name is taken. */
const filledBySteps: Readonly<Record<string, readonly string[]>> = {
  submit: ['submittedBy', 'submittedAt'],
  approve: ['approvedBy', 'approvedAt'],
  reject: ['rejectReason'],
}

/** By these keys a field gets its value from the system. */
const systemKeys = ['x-formula', 'x-number', 'x-borrowed', 'x-rollup'] as const

/**
 * Computed fields of an entity without a table that get a value at all: by a default, whoever creates the record, a formula, an automatic
 * number, a record that they refer to, a step, or because every record has them. No code knows such an entity, so any other computed field
 * stays empty for ever.
 */
export function filledFields(entity: Entity): ReadonlySet<string> {
  const steps = Object.entries(entity.transitions ?? {})
  const byItself = Object.entries(entity.properties).filter(
    ([, property]) => property.default !== undefined || property['x-me'] === true || systemKeys.some((key) => property[key] !== undefined),
  )
  return new Set([
    ...Object.keys(commonProperties),
    ...byItself.map(([field]) => field),
    ...steps.flatMap(([name, { field, input, stamp }]) => [
      field,
      ...(Object.hasOwn(filledBySteps, name) ? (filledBySteps[name] ?? []) : []),
      ...Object.keys(input?.properties ?? {}),
      ...Object.keys(stamp ?? {}),
    ]),
  ])
}
