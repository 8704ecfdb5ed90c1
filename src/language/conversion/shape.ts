import { isDate, isDateTime } from '../../rules/dates.ts'
import type { Dictionary } from '../documents/dictionary.ts'
import type { Property } from '../documents/entity.ts'
import { dictionaryOf } from '../entity/property.ts'

type Shape = readonly unknown[]

/** What decides whether a stored value can be read and chosen again. Lengths and limits do not: such a record only has to be corrected. */
function shapeOf(property: Property): Shape {
  const { type, format, enum: choices, items, properties } = property
  // What a row shows of other records is not stored in it.
  const stored = Object.entries(properties ?? {}).filter(([, property]) => property['x-borrowed'] === undefined)
  const parts = stored.map(([name, property]) => [name, shapeOf(property)])
  return [
    type,
    isInstant(format) ? format : null,
    choices ?? null,
    items ? shapeOf(items) : null,
    parts,
    dictionaryOf(property)?.name ?? null,
  ]
}

const isInstant = (format: Property['format']) => format === 'date' || format === 'date-time'

export function hasSameShape(one: Property, other: Property): boolean {
  return JSON.stringify(shapeOf(one)) === JSON.stringify(shapeOf(other))
}

/** The property with the options of its dictionary as its choices, where documents list them and they do not depend on another field. */
export function withChoicesOf(property: Property, dictionaries: ReadonlyMap<string, Dictionary>): Property {
  const use = dictionaryOf(property)
  const options = use === undefined || use.strArg !== undefined ? undefined : dictionaries.get(use.name)?.options
  if (options === undefined || property.type !== 'string' || property.enum !== undefined) return property
  return { ...property, enum: options.map(({ key }) => key) }
}

/** True when a stored value can be read, and chosen again, as this property says. */
export function fits(property: Property, value: unknown): boolean {
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
