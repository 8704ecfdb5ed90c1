import { shapeOf, shapesOfFormat } from '../check/rules/fields/widgetsAndFormats.ts'
import type { Entity, Property } from '../documents/entity.ts'
import { whyNotInRows } from '../entity/details.ts'
import { isMasked } from '../entity/maskedFields.ts'
import { fieldNames, getProperty, isSortable, isSummable, titleOf } from '../entity/property.ts'
import { whyNotShown } from '../entity/references.ts'
import { opsOfKind } from '../query/filterKinds.ts'
import { filterKindOf } from '../resolve/filters.ts'
import type { JsonSchema } from '../schema/languageSchema.ts'
import { codesOf, type EditorNames } from './editorNames.ts'
import { allOf, definition, listOf, members, type Named, oneOf, oneOfNames, textOr, unfit, where } from './schemaParts.ts'

/** Fields of an entity, as an editor completes them. */
export function fieldsOf(entity: Entity, isMeant: (property: Property, field: string) => boolean = () => true): readonly Named[] {
  return fieldNames(entity)
    .filter((field) => isMeant(getProperty(entity, field), field))
    .map((field) => ({ name: field, title: titleOf(getProperty(entity, field), field) }))
}

/**
 * What a place names of an entity: any of its fields, one that a screen shows, sorts by, sums up, that others show of it through a reference,
 * or a whole column or filter, or the rows that its records are within others.
 */
export type FieldKind = 'fields' | 'shown' | 'sort' | 'sums' | 'told' | 'column' | 'filter' | 'details'

export const named = (kind: FieldKind, entity: Entity): JsonSchema => definition(`${kind}-${entity.name}`)

export function fieldDefinitions(entity: Entity, names: EditorNames): Readonly<Record<FieldKind, JsonSchema>> {
  return {
    fields: oneOfNames(fieldsOf(entity), '欄位'),
    shown: shownField(entity),
    sort: sortKey(entity),
    sums: shownField(entity, isSummable),
    told: oneOfNames(
      fieldsOf(entity, (property) => property['x-borrowed'] === undefined && whyNotShown(property) === null),
      '可以顯示的欄位',
    ),
    column: columnOf(entity),
    filter: filterOf(entity, names),
    details: detailsOf(entity),
  }
}

/** How records of an entity are rows of those to which they refer. */
function detailsOf(entity: Entity): JsonSchema {
  const own = Object.keys(entity.properties)
  const some = (isMeant: (property: Property) => boolean, what: string) =>
    oneOfNames(
      fieldsOf(entity, (property, field) => own.includes(field) && isMeant(property)),
      what,
    )
  return members({
    by: some((property) => property['x-ref'] !== undefined, '參照欄位'),
    fields: listOf(some((property) => property['x-borrowed'] !== undefined || whyNotInRows(property) === null, '明細可以顯示的欄位')),
    order: some(({ type, 'x-computed': isComputed }) => type === 'integer' && isComputed !== true, '可填寫的整數欄位'),
  })
}

/** Fields that a screen may show: those of the entity, and of the records that it refers to. */
function shownField(entity: Entity, isMeant?: (property: Property) => boolean): JsonSchema {
  const references = Object.keys(entity.properties).filter((field) => entity.properties[field]?.['x-ref'] !== undefined)
  const own = isMeant === undefined ? named('fields', entity) : oneOfNames(fieldsOf(entity, isMeant), '欄位')
  return references.length === 0 ? own : { anyOf: [own, { pattern: `^(${references.join('|')})\\.[a-z][A-Za-z0-9]*$` }] }
}

function sortKey(entity: Entity): JsonSchema {
  const fields = fieldsOf(entity, isSortable)
  const own = oneOfNames(
    fields.flatMap(({ name, title }) => [
      { name, title: `${title}，由小到大` },
      { name: `-${name}`, title: `${title}，由大到小` },
    ]),
    '可排序的欄位',
  )
  return { anyOf: [own, { pattern: '\\.' }] }
}

/** A column: a field, or an object whose format fits the values of its field. */
function columnOf(entity: Entity): JsonSchema {
  const shapes = [...new Set(fieldsOf(entity).map(({ name }) => shapeOf(getProperty(entity, name))))]
  const formats = shapes.map((shape) => {
    const field = { enum: fieldsOf(entity, (property) => shapeOf(property) === shape).map(({ name }) => name) }
    const fitting = Object.entries(shapesOfFormat).flatMap(([format, fits]) => (fits.includes(shape) ? [format] : []))
    return where('field', field, members({ format: oneOf(fitting, '這個顯示方式不適用於此欄位的型別') }))
  })
  const shown = named('shown', entity)
  return textOr(shown, { ...members({ field: shown }), allOf: formats })
}

/** A filter: a field that can be filtered, or an object whose operator and default fit it. */
function filterOf(entity: Entity, names: EditorNames): JsonSchema {
  const canFilter = (property: Property) => filterKindOf(property) !== null
  const kinds = Object.entries(opsOfKind).flatMap(([kind, ops]) => {
    const fields = fieldsOf(entity, (property) => !isMasked(property) && filterKindOf(property) === kind)
    if (fields.length === 0) return []
    const isRange = kind === 'date' || kind === 'dateTime'
    const rules = members({
      op: oneOf([...ops], '這個運算不適用於此欄位的型別'),
      lookup: unfit('lookup 只用於遮罩欄位'),
      ...(!isRange && { maxDays: unfit('maxDays 只能用於日期區間') }),
    })
    return [where('field', { enum: fields.map(({ name }) => name) }, allOf(rules, ...defaultsOf(kind)))]
  })
  const masked = fieldsOf(entity, (property) => isMasked(property) && canFilter(property))
  const lookups = masked.length === 0 ? [] : [where('field', { enum: masked.map(({ name }) => name) }, { required: ['op', 'lookup'] })]
  const codes = fieldsOf(entity, (property) => filterKindOf(property) === 'option').flatMap(({ name }) => {
    const property = getProperty(entity, name)
    const value = codesOf(property.items ?? property, names)
    const either = value && { anyOf: [value, { type: 'array', items: value }, { type: 'object' }], errorMessage: '字典沒有這個代碼' }
    return either === null ? [] : [where('field', { const: name }, members({ default: either }))]
  })
  const object = { ...members({ field: shownField(entity, canFilter) }), allOf: [...kinds, ...lookups, ...codes] }
  return textOr(
    shownField(entity, (property) => canFilter(property) && !isMasked(property)),
    object,
  )
}

function defaultsOf(kind: string): readonly JsonSchema[] {
  const pair = where(
    'op',
    { const: 'between' },
    members({ default: { type: ['array', 'object'], minItems: 2, errorMessage: '應為 [起, 迄]' } }),
  )
  if (kind !== 'date' && kind !== 'dateTime') return [pair]
  const isRange = { anyOf: [{ not: { required: ['op'] } }, { properties: { op: { const: 'between' } } }] }
  const moving = { type: 'object', required: ['lastDays'], errorMessage: '預設值應為 {"lastDays": 天數}' }
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return [{ if: isRange, then: members({ default: moving }), else: members({ maxDays: unfit('maxDays 只能用於日期區間') }) }]
}
