import type { Entity, Property } from '../documents/entity.ts'
import type { Filter } from '../documents/screen.ts'
import type { FilterOp } from '../documents/vocabulary.ts'
import { maskedFilterOp, maskOf } from '../entity/maskedFields.ts'
import { dictionaryOf, displayFormatOf, getProperty, titleOf } from '../entity/property.ts'
import { filterChoices } from '../entity/references.ts'
import { opsOfKind } from '../query/filterKinds.ts'
import type { ResolvedFilter } from '../resolved.ts'
import { wholePermission } from './api.ts'

type Kind = ResolvedFilter['kind']

/** A permission that no role has: without a `lookup` in the document, nobody may search a masked field. */
const nobody = 'nobody.nobody.nobody'

/** The kind of a filter on a field; null when the field cannot be filtered (pictures, rich text, rows, secrets, lists of masked texts). */
export function filterKindOf(property: Property): Kind | null {
  if (property['x-mask'] === 'secret' || property.type === 'object' || property.items?.type === 'object') return null
  if (maskOf(property) !== undefined) return property.type === 'string' ? 'text' : null
  if (property.type === 'boolean') return 'boolean'
  if (dictionaryOf(property) !== undefined || property.enum !== undefined) return 'option'
  if (['image', 'html', 'json'].includes(displayFormatOf(property))) return null
  if (property.type === 'integer' || property.type === 'number') return 'number'
  if (property.format === 'date') return 'date'
  if (property.format === 'date-time') return 'dateTime'
  return property.format === 'month' ? 'month' : 'text'
}

/** The operators of a filter, the document's own first. `in` is added to `eq`, unless the document allows only one value. */
function offeredOps(op: FilterOp, kind: Kind, isSingle: boolean): readonly FilterOp[] {
  return takesSeveral(op, kind) && !isSingle ? [op, 'in'] : [op]
}

/** True when a filter may have several values, of which one must match. */
export function takesSeveral(op: FilterOp, kind: Kind): boolean {
  return op === 'eq' && opsOfKind[kind].includes('in')
}

export interface FilterPlaces {
  /** Resource of the screen, for a permission given only by its action. */
  readonly resource: string
  /** Path of the screen's call `choices`. */
  readonly choices: string
}

/**
 * For a field with a list, `eq` means "has the value" and `in` "has one of the values".
 *
 * A filter for exactly what a field names is chosen among the records that the list names.
 */
export function resolveFilter(filter: Filter, entity: Entity, { resource, choices: path }: FilterPlaces): ResolvedFilter {
  const given = typeof filter === 'string' ? { field: filter } : filter
  const property = getProperty(entity, given.field)
  const kind = filterKindOf(property)
  if (kind === null) throw new Error(`Field ${given.field} of ${entity.name} cannot be filtered`)
  const dictionary = dictionaryOf(property)
  const mask = maskOf(property)
  const op = mask === undefined ? (given.op ?? opsOfKind[kind][0]) : maskedFilterOp
  const choices = dictionary === undefined && kind === 'option' ? property.enum?.map(String) : undefined
  return {
    field: given.field,
    title: titleOf(property, given.field),
    op,
    ops: mask === undefined ? offeredOps(op, kind, given.single === true) : [maskedFilterOp],
    ...(mask !== undefined && { lookup: { permission: wholePermission(resource, given.lookup ?? nobody), mask } }),
    kind,
    required: given.required ?? false,
    ...(entity.scope === given.field && { isScope: true }),
    ...(given.identifies === true && { identifies: true }),
    ...(dictionary && { dictionary }),
    ...(choices && { choices }),
    ...(kind === 'text' &&
      op === 'eq' &&
      property['x-ref'] && { reference: { path: path.replace('{field}', filterChoices(given.field)), shows: [] } }),
    ...(given.default !== undefined && { default: given.default }),
    ...(given.maxDays !== undefined && { maxDays: given.maxDays }),
  }
}
