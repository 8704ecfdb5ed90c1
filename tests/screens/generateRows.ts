import { commonProperties } from '../../src/language/documents/commonProperties.ts'
import type { Entity, Property } from '../../src/language/documents/entity.ts'
import { shipped } from './shipped.ts'

export interface GeneratedRow {
  readonly id: number
  readonly rowVersion: number
  readonly [field: string]: unknown
}

/**
 * Makes rows of an entity from its document alone, with values of the documented types. Dictionary fields cycle through all keys, each
 * field at a different pace, so that a dozen rows have most combinations of states.
 */
export function generateRows(entity: Entity, count: number): readonly GeneratedRow[] {
  const properties = Object.entries({ ...entity.properties, ...commonProperties })
  return Array.from({ length: count }, (_unused, index) => ({
    ...Object.fromEntries(properties.map(([name, property], position) => [name, sampleValue(property, index, position)])),
    id: index + 1,
    rowVersion: 1,
  }))
}

/** Keys of a fixed dictionary; for one provided by code, two plausible keys. */
export function keysOf(dictionary: string): readonly string[] {
  return shipped.catalog.dictionaries.get(dictionary)?.options.map((option) => option.key) ?? ['K01', 'K02']
}

function sampleValue(property: Property, index: number, position: number): unknown {
  const use = property['x-dictionary']
  if (property.type === 'array') return [sampleValue(property.items ?? { type: 'string' }, index, position)]
  if (property.type === 'object') return objectOf(property.properties ?? {}, index)
  if (property.type === 'boolean') return (index + position) % 2 === 0
  if (property.type === 'integer' || property.type === 'number') return numberOf(property, index)
  if (use !== undefined) {
    const keys = keysOf(typeof use === 'string' ? use : use.name)
    return keys[(index + Math.floor(index / keys.length) * position) % keys.length]
  }
  return property.enum?.[index % property.enum.length] ?? textOf(property, index)
}

function objectOf(properties: Readonly<Record<string, Property>>, index: number): object {
  return Object.fromEntries(Object.entries(properties).map(([name, property], position) => [name, sampleValue(property, index, position)]))
}

function numberOf({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Property, index: number): number {
  return Math.min(maximum, minimum + index)
}

const day = (index: number) => String((index % 28) + 1).padStart(2, '0')
const samples: Readonly<Record<string, (index: number) => string>> = {
  date: (index) => `2026-01-${day(index)}`,
  'date-time': (index) => `2026-01-${day(index)}T03:04:05.000Z`,
  month: (index) => `2026${String((index % 12) + 1).padStart(2, '0')}`,
  email: (index) => `person${index}@example.test`,
  html: (index) => `<p>內容 <strong>${index}</strong></p>`,
  image: () => 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  fileDataUrl: () => 'data:application/pdf;base64,JVBERi0xLjcK',
  json: (index) => JSON.stringify({ index }),
  taxNumber: () => '04595257',
}

function textOf({ format, title = '', maxLength = 100 }: Property, index: number): string {
  const sample = format !== undefined && Object.hasOwn(samples, format) ? samples[format] : undefined
  return sample ? sample(index) : `${title}${index + 1}`.slice(-maxLength)
}
