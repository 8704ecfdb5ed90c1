import { commonProperties } from '../documents/commonProperties.ts'
import type { Entity, Property } from '../documents/entity.ts'
import type { DictionaryUse } from '../documents/schemaParts.ts'
import type { DisplayFormat, ValueFormat, WidgetName } from '../documents/vocabulary.ts'
import type { DictionaryRef } from '../resolved.ts'
import { isMasked } from './maskedFields.ts'

/** The property of a field: the entity's own, otherwise a common field. Looks at own properties only. */
export function findProperty(entity: Pick<Entity, 'properties'>, field: string): Property | undefined {
  if (Object.hasOwn(entity.properties, field)) return entity.properties[field]
  return Object.hasOwn(commonProperties, field) ? commonProperties[field as keyof typeof commonProperties] : undefined
}

/** @throws Error when the entity lacks the field, which cannot happen in checked documents */
export function getProperty(entity: Pick<Entity, 'name' | 'properties'>, field: string): Property {
  const property = findProperty(entity, field)
  if (property === undefined) throw new Error(`Entity ${entity.name} has no field ${field}`)
  return property
}

/** Names of all fields, common ones last. */
export function fieldNames(entity: Pick<Entity, 'properties'>): readonly string[] {
  return [...new Set([...Object.keys(entity.properties), ...Object.keys(commonProperties)])]
}

export function titleOf(property: Property, field: string): string {
  return property.title ?? field
}

/** The dictionary of a field. Booleans use BoolToTwoValues and whole hours OnTheHour by default (domain 0). */
export function dictionaryOf(property: Property): DictionaryRef | undefined {
  const use = property['x-dictionary'] ?? property.items?.['x-dictionary']
  if (use !== undefined) return toDictionaryRef(use)
  if (property.type === 'boolean') return { name: 'BoolToTwoValues' }
  return property.format === 'hour' ? { name: 'OnTheHour' } : undefined
}

export function toDictionaryRef(use: DictionaryUse): DictionaryRef {
  return typeof use === 'string' ? { name: use } : use
}

const displayByFormat: Partial<Record<ValueFormat, DisplayFormat>> = {
  date: 'date',
  'date-time': 'dateTime',
  month: 'month',
  imageDataUrl: 'image',
  html: 'html',
  json: 'json',
}

/** Default display format of a value. */
export function displayFormatOf(property: Property): DisplayFormat {
  if (property['x-format'] !== undefined) return property['x-format']
  if (property['x-tags'] !== undefined) return 'badge'
  const byFormat = property.format === undefined ? undefined : displayByFormat[property.format]
  if (byFormat !== undefined) return byFormat
  if (property.type === 'array') return arrayDisplay(property)
  if (property.type === 'object') return 'json'
  if (property.type === 'boolean') return 'boolean'
  if (property.type === 'integer') return dictionaryOf(property) === undefined ? 'integer' : 'text'
  if (property.type === 'number') return 'price'
  return property['x-widget'] === 'textarea' ? 'multiline' : 'text'
}

function arrayDisplay(property: Property): DisplayFormat {
  if (property['x-widget'] === 'tiers') return 'tiers'
  if (holdsFiles(property)) return 'files'
  return property.items?.type === 'object' ? 'json' : 'tags'
}

/** True for rich text, which the server cleans before storing and which is drawn as markup. */
export function isHtml(property: Pick<Property, 'format'>): boolean {
  return property.format === 'html'
}

const contentFormats: readonly (string | undefined)[] = ['imageDataUrl', 'fileDataUrl', 'html', 'json'] satisfies readonly ValueFormat[]

/** True for a picture, a file, markup or JSON: nothing that fits a cell, or can be compared. */
export function isContent({ format }: Pick<Property, 'format'>): boolean {
  return contentFormats.includes(format)
}

/** True for a list of attached files: objects with a file's content as a member. */
export function holdsFiles({ type, items }: Property): boolean {
  return type === 'array' && Object.values(items?.properties ?? {}).some((member) => member.format === 'fileDataUrl')
}

const widgetByFormat: Partial<Record<ValueFormat, WidgetName>> = {
  date: 'date',
  'date-time': 'dateTime',
  month: 'month',
  imageDataUrl: 'image',
  html: 'richText',
  json: 'json',
}

/** Longer texts get several lines. */
const singleLineMax = 200

/** Default control of a form field. */
export function widgetOf(property: Property): WidgetName {
  if (property['x-widget'] !== undefined) return property['x-widget']
  if (property['x-ref'] !== undefined) return 'reference'
  if (property['x-mask'] === 'secret') return 'secret'
  if (property.type === 'boolean') return 'radio'
  if (property.type === 'array') return arrayWidget(property)
  if (dictionaryOf(property) !== undefined || property.enum !== undefined) return 'select'
  if (property.type === 'object') return 'json'
  if (property.type !== 'string') return 'number'
  const byFormat = property.format === undefined ? undefined : widgetByFormat[property.format]
  return byFormat ?? ((property.maxLength ?? 0) > singleLineMax ? 'textarea' : 'text')
}

function arrayWidget(property: Property): WidgetName {
  if (holdsFiles(property)) return 'files'
  if (property.items?.type === 'object') return 'rows'
  return dictionaryOf(property) === undefined ? 'tags' : 'multiselect'
}

const unsortable: readonly DisplayFormat[] = ['image', 'html', 'json', 'tags', 'tiers', 'files']

/** True for single values, which have an order; masked ones are excluded, because sorting would help to guess them. */
export function isSortable(property: Property): boolean {
  if (property.type === 'array' || property.type === 'object' || isMasked(property)) return false
  return !unsortable.includes(displayFormatOf(property))
}

/** True for numbers that can be added up. */
export function isSummable(property: Property): boolean {
  return (property.type === 'integer' || property.type === 'number') && dictionaryOf(property) === undefined && !isMasked(property)
}
