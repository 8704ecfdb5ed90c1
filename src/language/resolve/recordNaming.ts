import type { Entity } from '../documents/entity.ts'
import { isMasked } from '../entity/maskedFields.ts'
import { findProperty } from '../entity/property.ts'
import type { ResolvedNaming } from '../resolved.ts'
import { resolveColumn } from './columns.ts'

/**
 * The field that identifies a record in an address (`?record=C000101`): the entity's key if it is unique and may be shown to everybody,
 * otherwise the technical id.
 */
export function addressFieldOf(entity: Entity): string {
  return isNameOf(entity, entity.key) ? entity.key : 'id'
}

/** True when a value of the field identifies one record and may be shown to everybody. */
export function isNameOf(entity: Entity, field: string): boolean {
  const property = findProperty(entity, field)
  return property?.type === 'string' && property['x-unique'] === true && !isMasked(property)
}

/**
 * How a record is named in titles and questions: key, label and state.
 *
 * @param shown fields that a row has at this place; absent: all
 */
export function namingOf(entity: Entity, shown?: ReadonlySet<string>): ResolvedNaming {
  const isShown = (field: string) => findProperty(entity, field) !== undefined && (shown === undefined || shown.has(field))
  const names = [...new Set([entity.key, entity.label])].filter((field) => field !== 'id' && isShown(field))
  const state = stateFieldOf(entity)
  return {
    title: entity.title,
    fields: names.map((field) => resolveColumn({ field, format: 'text' }, entity)),
    ...(state !== undefined && isShown(state) && { state: resolveColumn({ field: state, format: 'text' }, entity) }),
  }
}

/** The field that transitions change, otherwise a field `status` with labels. */
function stateFieldOf(entity: Entity): string | undefined {
  const [transition] = Object.values(entity.transitions ?? {})
  if (transition !== undefined) return transition.field
  return findProperty(entity, 'status')?.['x-dictionary'] === undefined ? undefined : 'status'
}
