import type { Entity, Property } from '../documents/entity.ts'
import type { Details } from '../documents/relations.ts'
import { formulaPaths } from '../formula/formulaPaths.ts'
import { pickKeys } from '../pickKeys.ts'
import { isContent } from './property.ts'
import { borrowedName, withNames, withShown } from './references.ts'

/** A field whose rows are records of another entity. */
export interface DetailField {
  readonly field: string
  readonly property: Property
  readonly details: Details
}

/** The fields of an entity whose rows are records of another one. */
export function detailsOf(properties: Entity['properties']): readonly DetailField[] {
  return Object.entries(properties).flatMap(([field, property]) => {
    const details = property['x-details']
    return details === undefined ? [] : [{ field, property, details }]
  })
}

/** Rows that a record has at most: all are read and saved together. */
export const detailRowsMax = 500

/** Member of a row with the id of its record. A new row has none. */
export const rowId = 'id'

/** What a row takes over from a field of its entity: how a value looks and what it may be, but nothing about records as a whole. */
const keysOfRows = [
  ...['title', 'description', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'minLength', 'maxLength', 'enum', 'const'],
  ...['default', 'x-dictionary', 'x-format', 'x-widget', 'x-computed', 'x-decimals', 'x-today', 'x-from', 'x-tags', 'x-immutable'],
] as readonly Exclude<keyof Property, 'type'>[]

/** Keys that name another field; a row has them when it has that field. */
const keysOfPairs = ['x-after', 'x-notBefore'] as const

/**
 * Adds to the fields with `x-details` what their rows consist of, so that forms, validators and the server treat them like rows of the
 * record. What the other entity lacks, or must not show here, is left out; the checker says so.
 */
export function withDetailRows(entity: Entity, entities: ReadonlyMap<string, Entity>): Entity {
  const found = detailsOf(entity.properties)
  if (found.length === 0) return entity
  const rows = found.flatMap(({ field, property, details }) => {
    const child = entities.get(details.child)
    if (child === undefined || property.items !== undefined) return []
    const items = rowOf(details, child, entities)
    return [[field, { ...property, items, maxItems: property.maxItems ?? detailRowsMax }] as const]
  })
  return { ...entity, properties: { ...entity.properties, ...Object.fromEntries(rows) } }
}

function rowOf(details: Details, entity: Entity, entities: ReadonlyMap<string, Entity>): Property {
  const { fields } = details
  const own = rowFields(details, entity)
  const filled = Object.fromEntries(own.map((field) => [field, inRow(entity.properties[field] as Property, field, own, fields)]))
  const shown = Object.entries(withShown(filled, entities)).sort(([one], [other]) => fields.indexOf(one) - fields.indexOf(other))
  return {
    type: 'object',
    properties: withNames(Object.fromEntries(shown), entities),
    required: own.filter((field) => entity.required?.includes(field)),
    'x-child': details.child,
  }
}

/** @param own what the row fills in. @param all with what it shows of other records */
function inRow(property: Property, field: string, own: readonly string[], all: readonly string[]): Property {
  const pairs = keysOfPairs.filter((key) => own.includes(property[key] ?? ''))
  const { 'x-formula': formula, 'x-ref': reference } = property
  // A result that depends on what the row does not show is that of the stored record.
  const isLive = formula !== undefined && formulaPaths(formula).every(([name = '']) => own.includes(name))
  const show = reference?.show?.filter((one) => all.includes(borrowedName(field, one))) ?? []
  return {
    type: property.type,
    ...pickKeys(property, [...keysOfRows, ...pairs]),
    ...(isLive && { 'x-formula': formula }),
    ...(reference && { 'x-ref': { ...pickKeys(reference, ['entity', 'filter', 'onDelete']), ...(show.length > 0 && { show }) } }),
  }
}

/**
 * The fields that rows fill in, by the rules of their entity as they are now: while one of two documents is broken, its last good version
 * stays beside the new one of the other.
 */
export function rowFields({ fields }: Details, child: Pick<Entity, 'properties'>): readonly string[] {
  return fields.filter((field) => Object.hasOwn(child.properties, field) && whyNotInRows(child.properties[field]) === null)
}

/** Why a field of another entity cannot be filled in as part of a row; null when it can. */
export function whyNotInRows(property: Property | undefined): string | null {
  if (property === undefined) return null
  if (property['x-mask'] !== undefined) return '是遮罩欄位'
  if (property['x-read'] !== undefined || property['x-write'] !== undefined) return '另須權限（x-read、x-write）'
  if (property['x-approval'] === true) return '的變更須經核准（x-approval）'
  if (property['x-rollup'] !== undefined || property['x-borrowed'] !== undefined) return '讀自其他資料'
  if (property.type === 'array' || property.type === 'object' || isContent(property)) return '不是單一的值（清單、圖片、檔案或 HTML）'
  const use = property['x-dictionary']
  if (typeof use === 'object' && use.strArg?.startsWith('form.') === true) return '的選項隨其他欄位而定'
  return null
}
