import type { EntityContext } from '../../../catalog/known.ts'
import type { Finding } from '../../../findings/source.ts'
import { checkPredicate } from '../../predicateRule.ts'

/** Checks that the conditions of an entity read existing fields, and only roots that are available when they are evaluated. */
export function entityPredicates({ entity, names }: EntityContext): readonly Finding[] {
  const ofRecord = { entity, names, roots: ['row', 'user', 'now'] } as const
  const ofForm = { entity, names, roots: ['form', 'row', 'user', 'now'] } as const
  return [
    ...checkPredicate(entity.editable, ['editable'], ofRecord),
    ...checkPredicate(entity.deletable, ['deletable'], ofRecord),
    ...Object.entries(entity.transitions ?? {}).flatMap(([name, transition]) =>
      checkPredicate(transition.guard, ['transitions', name, 'guard'], ofRecord),
    ),
    ...Object.entries(entity.when ?? {}).flatMap(([field, conditions]) =>
      (['visible', 'required', 'readonly'] as const).flatMap((kind) => checkPredicate(conditions[kind], ['when', field, kind], ofForm)),
    ),
  ]
}
