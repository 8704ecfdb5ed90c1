import { sql } from 'kysely'
import type { Catalog } from '../../language/catalog.ts'
import { createSource, locate } from '../../language/check/source.ts'
import type { Diagnostic } from '../../language/diagnostic.ts'
import type { Entity, Property } from '../../language/documents/entity.ts'
import { isDate, isDateTime } from '../../rules/dates.ts'
import type { Executor } from '../platform/database/tables.ts'

/**
 * Finds fields whose type or choices an edit changed although stored records have values that no longer fit: lists would not show them, a
 * text that became a date could not even be read, and the records could not be saved. The entity counts as broken, so that its last good
 * version stays in use. Only entities without a table; a table is compared by `checkAgainstDatabase`.
 *
 * @param before the catalog in use
 */
export async function findChangedTypes(db: Executor, before: Catalog, after: Catalog): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = []
  for (const [path, file] of after.files) {
    const [old, entity] = file.kind === 'entity' ? [before.entities.get(file.name), after.entities.get(file.name)] : []
    if (!old || !entity || old === entity || old.table !== undefined || entity.table !== undefined) continue
    for (const { name, property, was } of changedProperties(old, entity)) {
      const unfit = await findUnfit(db, entity.name, name, property)
      if (unfit === null) continue
      const message = messageOf({ name, property, was }, unfit)
      found.push(locate(createSource(path, file.text), { place: ['properties', name], code: 'stored-values-differ', message }))
    }
  }
  return found
}

interface ChangedProperty {
  readonly name: string
  readonly property: Property
  readonly was: Property
}

function changedProperties(before: Entity, after: Entity): readonly ChangedProperty[] {
  return Object.entries(after.properties).flatMap(([name, property]) => {
    const was = before.properties[name]
    return was && JSON.stringify(shapeOf(was)) !== JSON.stringify(shapeOf(property)) ? [{ name, property, was }] : []
  })
}

type Shape = readonly unknown[]

/** What decides whether a stored value can be read and chosen again. Lengths and limits do not: such a record only has to be corrected. */
function shapeOf({ type, format, enum: choices, items, properties }: Property): Shape {
  const parts = Object.entries(properties ?? {}).map(([name, property]) => [name, shapeOf(property)])
  return [type, isInstant(format) ? format : null, choices ?? null, items ? shapeOf(items) : null, parts]
}

const isInstant = (format: Property['format']) => format === 'date' || format === 'date-time'

interface Unfit {
  /** How many records. */
  readonly count: number
  /** The value of one of them. */
  readonly example: unknown
}

async function findUnfit(db: Executor, entity: string, name: string, property: Property): Promise<Unfit | null> {
  const { rows } = await sql<{ value: unknown; count: number }>`
    select body -> ${name}::text as value, count(*)::int as count from record_document
    where entity = ${entity} and body -> ${name}::text is not null group by 1 order by 2 desc, 1`.execute(db.withoutPlugins())
  const unfit = rows.filter(({ value }) => value !== null && !fits(property, value))
  const [first] = unfit
  return first ? { count: unfit.reduce((sum, { count }) => sum + count, 0), example: first.value } : null
}

function fits(property: Property, value: unknown): boolean {
  if (property.enum && !property.enum.includes(value as string | number)) return false
  switch (property.type) {
    case 'string':
      return typeof value === 'string' && fitsFormat(property.format, value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'number':
    case 'boolean':
      return typeof value === property.type
    case 'array':
      return Array.isArray(value) && value.every((one) => property.items === undefined || fits(property.items, one))
    case 'object':
      return isObject(value) && Object.entries(property.properties ?? {}).every(([name, part]) => fitsPart(part, value[name]))
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fitsPart = (part: Property, value: unknown) => value === undefined || value === null || fits(part, value)

function fitsFormat(format: Property['format'], value: string): boolean {
  if (format === 'date') return isDate(value)
  return format === 'date-time' ? isDateTime(value) : true
}

const typeTitles = {
  ...{ string: '文字', integer: '整數', number: '數字', boolean: '是否', array: '清單', object: '物件' },
} as const satisfies Record<Property['type'], string>

function titleOf({ type, format }: Property): string {
  if (format === 'date') return '日期'
  return format === 'date-time' ? '日期時間' : typeTitles[type]
}

function messageOf({ name, property, was }: ChangedProperty, { count, example }: Unfit): string {
  const field = `欄位「${property.title ?? name}」（${name}）`
  const change = titleOf(was) === titleOf(property) ? '的內容規則改了' : `由${titleOf(was)}改為${titleOf(property)}`
  const shown = typeof example === 'string' ? example : JSON.stringify(example)
  return `${field}${change}，但已存的 ${count} 筆資料不合（例如「${shown.slice(0, 40)}」）；請改回，或先改掉這些資料，或另設新欄位`
}
