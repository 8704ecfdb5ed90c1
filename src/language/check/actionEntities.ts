import type { Names, ScreenContext } from '../catalog/known.ts'
import type { Entity } from '../documents/entity.ts'

type ActionContext = Pick<ScreenContext, 'screen' | 'entity'> & { readonly names: Pick<Names, 'entities'> }

/** Entities on whose rows an action of the screen is used: the screen's own, and those of child lists that offer the action. */
export function entitiesOfAction(name: string, { screen, entity, names }: ActionContext): readonly Entity[] {
  const inChildren = Object.values(screen.children ?? {}).filter((child) => child.actions?.includes(name))
  const childEntities = inChildren.flatMap((child) => names.entities.get(child.entity) ?? [])
  const { list, forms = {} } = screen
  const bars = [list.toolbar, list.rowActions, list.bulkActions, ...Object.values(forms).map((form) => form.actions)]
  const isOwn = inChildren.length === 0 || bars.some((names) => names?.includes(name))
  return [...new Set([...(isOwn ? [entity] : []), ...childEntities])]
}
