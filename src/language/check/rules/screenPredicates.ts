import type { ScreenContext } from '../known.ts'
import { checkPredicate } from '../predicateRule.ts'
import type { Finding } from '../source.ts'

/** The conditions of a screen read fields that exist, from roots that are there when they are decided. */
export function screenPredicates({ screen, entity, names }: ScreenContext): readonly Finding[] {
  const ofRecord = { entity, names, roots: ['row', 'user', 'now'] } as const
  const ofForm = { entity, names, roots: ['form', 'row', 'user', 'now'] } as const
  const views = Object.entries(screen.list.views ?? {}).flatMap(([name, view]) =>
    checkPredicate(view.filter, ['list', 'views', name, 'filter'], ofRecord),
  )
  const actions = Object.entries(screen.actions ?? {}).flatMap(([name, action]) => [
    ...checkPredicate(action.guard, ['actions', name, 'guard'], ofRecord),
    ...checkPredicate(action.visible, ['actions', name, 'visible'], ofRecord),
  ])
  const forms = Object.entries(screen.forms ?? {}).flatMap(([name, form]) => [
    ...(form.tabs ?? []).flatMap((tab, index) => checkPredicate(tab.visible, ['forms', name, 'tabs', index, 'visible'], ofForm)),
    ...Object.entries(form.when ?? {}).flatMap(([field, conditions]) =>
      (['visible', 'required', 'readonly'] as const).flatMap((kind) =>
        checkPredicate(conditions[kind], ['forms', name, 'when', field, kind], ofForm),
      ),
    ),
  ])
  return [...checkPredicate(screen.filter, ['filter'], ofRecord), ...views, ...actions, ...forms]
}
