import { isChangeDecision } from '../../rules/waitingChange.ts'
import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import { decisionButtons } from '../entity/changeDecisions.ts'
import { liftsMasks, unmaskAction } from '../entity/maskedFields.ts'
import { builtInPermission, findActionSource, isBuiltIn } from '../resolve/actions.ts'
import { resourceOf, wholePermission } from '../resolve/api.ts'
import { namedActions } from './namedActions.ts'

/** By entity, because a screen is asked with its entity as written and with the codes of its options. */
const known = new WeakMap<Screen, WeakMap<object, readonly string[]>>()
const noEntity = {}

/** Full permissions of its own resource that a screen needs; the role editor offers these. */
export function askedPermissions(screen: Screen, entity: Entity | undefined): readonly string[] {
  const byEntity = known.get(screen) ?? new WeakMap<object, readonly string[]>()
  known.set(screen, byEntity)
  const asked = byEntity.get(entity ?? noEntity) ?? readPermissions(screen, entity)
  byEntity.set(entity ?? noEntity, asked)
  return asked
}

function readPermissions(screen: Screen, entity: Entity | undefined): readonly string[] {
  const resource = resourceOf(screen)
  const asked = namedActions(screen).map(({ name }) => permissionOf(name, screen, entity))
  const ofFields = Object.values(entity?.properties ?? {}).flatMap((property) => [property['x-read'] ?? null, property['x-write'] ?? null])
  const ofFilters = (screen.list.filters ?? []).map((filter) => (typeof filter === 'string' ? null : (filter.lookup ?? null)))
  const ofMasks = entity !== undefined && liftsMasks(entity) ? [unmaskAction] : []
  const whole = [...asked, ...ofFields, ...ofFilters, ...ofMasks, 'view'].flatMap((permission) =>
    permission === null ? [] : wholePermission(resource, permission),
  )
  return whole.filter((permission) => permission.startsWith(`${resource}.`))
}

function permissionOf(name: string, screen: Screen, entity: Entity | undefined): string | null {
  switch (findActionSource(name, screen, entity ?? {})) {
    case 'action':
      return screen.actions?.[name]?.permission ?? null
    case 'transition':
      return entity?.transitions?.[name]?.permission ?? null
    case 'builtIn':
      return isBuiltIn(name) ? builtInPermission(name) : null
    case 'decision':
      return isChangeDecision(name) ? decisionButtons[name].permission : null
    case 'form':
      return screen.forms?.[name]?.mode ?? null
    case null:
      return null
  }
}
