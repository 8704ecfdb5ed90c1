import type { Entity } from './documents/entity.ts'
import { isMasked } from './maskedFields.ts'
import { resolveColumn } from './resolve/columns.ts'
import { findProperty } from './resolve/property.ts'
import type { ResolvedNaming } from './resolved.ts'

/**
 * The field whose value names a record in an address (`?record=C000101`): the entity's key where one value means one record and may
 * be written where everybody reads it, else the technical id.
 */
export function addressFieldOf(entity: Entity): string {
  return isNameOf(entity, entity.key) ? entity.key : 'id'
}

/** Whether one value of a field means one record, and may be written where everybody reads it. */
export function isNameOf(entity: Entity, field: string): boolean {
  const property = findProperty(entity, field)
  return property?.type === 'string' && property['x-unique'] === true && !isMasked(property)
}

/**
 * How a record is called in titles and questions: by its key and its label, with its state behind.
 *
 * @param shown fields that a row of the place has, where it has not all
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

/** The field that transitions move, else the one that is called `status` and has words for its values. */
function stateFieldOf(entity: Entity): string | undefined {
  const [transition] = Object.values(entity.transitions ?? {})
  if (transition !== undefined) return transition.field
  return findProperty(entity, 'status')?.['x-dictionary'] === undefined ? undefined : 'status'
}
