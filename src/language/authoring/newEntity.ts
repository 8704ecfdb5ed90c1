import { type PublishedTable, publishedFields } from '../catalog/publishedTable.ts'
import { commonProperties } from '../documents/commonProperties.ts'
import type { Entity, Property } from '../documents/entity.ts'

/** A column of a table, from the catalogue of the database. */
export interface TableColumn {
  readonly name: string
  /** Type name of `information_schema`. */
  readonly type: string
  readonly scale: number | null
  readonly nullable: boolean
  readonly hasDefault: boolean
  readonly generated: boolean
  /** Comment of the column, which is the best title. */
  readonly comment?: string | null
}

export interface TableDescription {
  readonly name: string
  readonly comment: string | null
  readonly columns: readonly TableColumn[]
  /** The columns of each unique index. */
  readonly uniques: readonly ReadonlySet<string>[]
}

export interface NewEntity {
  readonly entity: Entity
  /** What the analyst should know or complete, as sentences in Traditional Chinese. */
  readonly notes: readonly string[]
}

/** Most decimals that the language allows (specification 5, decimal_point). */
const decimalsMax = 5

/**
 * Makes a first entity for a table as published by its area. It matches the table and passes the checker. Titles come from the comments of
 * the columns, otherwise from fields of the same name in other entities, as do dictionaries and formats; remaining fields keep their
 * English names.
 *
 * @param known entities to learn from
 * @param published what documents may use of the table; default: all of it
 * @returns null when the table has no `id`, without which a record cannot be addressed
 */
export function newEntity(table: TableDescription, known: Iterable<Entity>, published?: PublishedTable): NewEntity | null {
  if (!table.columns.some((column) => column.name === 'id')) return null
  const entities = [...known]
  const own = table.columns.filter((column) => !commonColumns.has(column.name) && isPublished(column, published))
  const fields = own.map((column) => ({ column, name: fieldName(column.name), property: propertyOf(column, entities) }))
  const usable = fields.filter((field): field is UsableField => field.property !== null && isNamed(field))
  const missing = [...commonColumns].filter((name) => !table.columns.some((column) => column.name === name))
  const properties = Object.fromEntries(
    usable.map((field) => [field.name, { ...withUnique(field, table), ...guardsOf(field.name, published) }]),
  )
  const key = keyOf(usable, table)
  const entity: Entity = {
    $schema: '../../language/entity.schema.json',
    name: published?.entity ?? fieldName(table.name),
    title: table.comment ?? table.name,
    key,
    label: labelOf(usable, key),
    table: table.name,
    ...(published?.view !== undefined && { view: published.view }),
    ...scopeOf(properties, published),
    ...((missing.length > 0 || published?.readonly) && { readonly: true }),
    type: 'object',
    properties,
    ...optionalLists(usable, table, properties),
    ...(published?.editable && { editable: published.editable }),
    ...(published?.deletable && { deletable: published.deletable }),
  }
  return { entity, notes: notesOf(fields, usable, missing, table) }
}

function isPublished(column: TableColumn, published: PublishedTable | undefined): boolean {
  return published === undefined || publishedFields(published).includes(fieldName(column.name))
}

/** The keys that the area demands for a field. */
function guardsOf(field: string, published: PublishedTable | undefined): Partial<Property> {
  const mask = published?.masks?.[field]
  return {
    ...(published?.shown?.includes(field) && { 'x-computed': true }),
    ...(published?.once?.includes(field) && { 'x-immutable': true }),
    ...(published?.approved?.includes(field) && { 'x-approval': true }),
    ...(mask !== undefined && { 'x-mask': mask }),
  }
}

function scopeOf(properties: Readonly<Record<string, Property>>, published: PublishedTable | undefined): Partial<Entity> {
  if (published !== undefined) return published.scope === null ? {} : { scope: published.scope }
  return properties.companyNo?.type === 'string' ? { scope: 'companyNo' } : {}
}

interface Field {
  readonly column: TableColumn
  readonly name: string
  readonly property: Property | null
}
type UsableField = Field & { readonly property: Property }

/** `company_no` becomes `companyNo`. */
function fieldName(column: string): string {
  return column.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase())
}

function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** True when the language can name the column, and the engine derives the same column from the name. */
function isNamed({ name, column }: Field): boolean {
  return /^[a-z][A-Za-z0-9]*$/.test(name) && columnName(name) === column.name
}

const commonColumns: ReadonlySet<string> = new Set(Object.keys(commonProperties).map(columnName))

function propertyOf(column: TableColumn, entities: readonly Entity[]): Property | null {
  const plain = typeOf(column)
  if (plain === null) return null
  const name = fieldName(column.name)
  const twin = entities
    .map((entity) => entity.properties[name])
    .find((property) => property?.type === plain.type && property.format === plain.format)
  const learnt = twin === undefined ? {} : pickLearnt(twin)
  const { type, format, ...rest } = plain
  return { type, title: column.comment ?? twin?.title ?? name, ...(format && { format }), ...rest, ...learnt }
}

/** Takes keys from a field of the same name and type in another entity. */
function pickLearnt(twin: Property): Partial<Property> {
  const dictionary = twin['x-dictionary']
  return {
    ...(typeof dictionary === 'string' && { 'x-dictionary': dictionary }),
    ...(twin['x-format'] && { 'x-format': twin['x-format'] }),
    ...(twin['x-mask'] && { 'x-mask': twin['x-mask'] }),
  }
}

function typeOf({ type, scale }: TableColumn): Property | null {
  switch (type) {
    case 'bigint':
    case 'integer':
    case 'smallint':
      return { type: 'integer' }
    case 'numeric':
      return scale !== null && scale >= 1 && scale <= decimalsMax ? { type: 'number', 'x-decimals': scale } : { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'date':
      return { type: 'string', format: 'date', 'x-format': 'date' }
    case 'timestamp with time zone':
      return { type: 'string', format: 'date-time', 'x-format': 'dateTime' }
    case 'jsonb':
      return { type: 'object' }
    case 'text':
    case 'character varying':
    case 'character':
    case 'uuid':
      return { type: 'string' }
    default:
      return null
  }
}

function withUnique({ column, property }: UsableField, table: TableDescription): Property {
  const isUnique = table.uniques.some((columns) => columns.size === 1 && columns.has(column.name))
  return isUnique && (property.type === 'string' || property.type === 'integer') ? { ...property, 'x-unique': true } : property
}

/** The first unique text, otherwise a text called a number or a code, otherwise the id. */
function keyOf(fields: readonly UsableField[], table: TableDescription): string {
  const texts = fields.filter((field) => field.property.type === 'string' && field.property.format === undefined)
  const unique = texts.find((field) => withUnique(field, table)['x-unique'] === true)
  return (unique ?? texts.find((field) => /(No|Code)$/.test(field.name)))?.name ?? 'id'
}

function labelOf(fields: readonly UsableField[], key: string): string {
  return fields.find((field) => field.property.type === 'string' && /(Name|^name|Title|^title|^label)$/.test(field.name))?.name ?? key
}

function optionalLists(
  fields: readonly UsableField[],
  table: TableDescription,
  properties: Readonly<Record<string, Property>>,
): Partial<Entity> {
  const required = fields
    .filter(({ column, name }) => !column.nullable && !column.hasDefault && properties[name]?.['x-computed'] !== true)
    .map((field) => field.name)
  const names = new Map(fields.map((field) => [field.column.name, field.name]))
  const unique = table.uniques
    .map((columns) => [...columns].map((column) => names.get(column) ?? ''))
    .filter(
      (combination) => combination.length >= 2 && combination.length <= 4 && combination.every((field) => isSingle(properties[field])),
    )
  return { ...(required.length > 0 && { required }), ...(unique.length > 0 && { unique }) }
}

function isSingle(property: Property | undefined): boolean {
  return property !== undefined && property.type !== 'array' && property.type !== 'object'
}

function notesOf(
  fields: readonly Field[],
  usable: readonly UsableField[],
  missing: readonly string[],
  table: TableDescription,
): readonly string[] {
  const left = fields
    .filter((field) => !usable.some((one) => one.name === field.name))
    .map(({ column }) => `${column.name}（${column.type}）`)
  const untitled = usable.filter((field) => field.property.title === field.name).map((field) => field.name)
  return [
    ...(left.length > 0 ? [`下列欄位的型別或名稱不能用於畫面，未列入：${left.join('、')}`] : []),
    ...(missing.length > 0 ? [`資料表 ${table.name} 沒有 ${missing.join('、')}，因此只供查詢（readonly）`] : []),
    ...(untitled.length > 0 ? [`下列欄位沒有中文註解，請補上 title：${untitled.join('、')}`] : []),
    ...(table.comment === null ? ['資料表沒有中文註解，請補上實體與畫面的 title'] : []),
  ]
}
