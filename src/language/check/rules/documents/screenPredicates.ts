import type { ScreenContext } from '../../../catalog/known.ts'
import type { Finding } from '../../../findings/source.ts'
import { entitiesOfAction } from '../../actionEntities.ts'
import { oncePerPlace } from '../../followUps.ts'
import { checkPredicate } from '../../predicateRule.ts'

/** Checks that the conditions of a screen read existing fields, and only roots that are available when they are evaluated. */
export function screenPredicates(context: ScreenContext): readonly Finding[] {
  const { screen, entity, names } = context
  const ofRecord = { entity, names, roots: ['row', 'user', 'now'] } as const
  const ofForm = { entity, names, roots: ['form', 'row', 'user', 'now'] } as const
  const views = Object.entries(screen.list.views ?? {}).flatMap(([name, view]) =>
    checkPredicate(view.filter, ['list', 'views', name, 'filter'], ofRecord),
  )
  const actions = Object.entries(screen.actions ?? {}).flatMap(([name, action]) =>
    oncePerPlace(
      entitiesOfAction(name, context).flatMap((own) => [
        ...checkPredicate(action.guard, ['actions', name, 'guard'], { ...ofRecord, entity: own }),
        ...checkPredicate(action.visible, ['actions', name, 'visible'], { ...ofRecord, entity: own }),
      ]),
    ),
  )
  const forms = Object.entries(screen.forms ?? {}).flatMap(([name, form]) => [
    ...(form.tabs ?? []).flatMap((tab, index) => checkPredicate(tab.visible, ['forms', name, 'tabs', index, 'visible'], ofRecord)),
    ...checkPredicate(form.guard, ['forms', name, 'guard'], ofRecord),
    ...checkPredicate(form.lock?.when, ['forms', name, 'lock', 'when'], ofForm),
    ...Object.entries(form.when ?? {}).flatMap(([field, conditions]) =>
      (['visible', 'required', 'readonly'] as const).flatMap((kind) =>
        checkPredicate(conditions[kind], ['forms', name, 'when', field, kind], ofForm),
      ),
    ),
  ])
  const list = (['watch', 'totalsOf', 'totalsMinus'] as const).flatMap((key) => checkPredicate(screen.list[key], ['list', key], ofRecord))
  return [...checkPredicate(screen.filter, ['filter'], ofRecord), ...list, ...views, ...actions, ...forms]
}
