import type { Property } from '../documents/entity.ts'
import type { PlainSchema } from '../resolved.ts'

/** Keywords passed on to ajv and RJSF; all others are our own. */
const keywords = [
  'type',
  'title',
  'description',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'enum',
  'const',
  'default',
] as const satisfies readonly (keyof Property)[]

/** A property as plain JSON Schema: without `x-` keys, and without anything that a precompiled validator cannot handle. */
function plainProperty(property: Property): PlainSchema {
  const plain: Record<string, unknown> = {}
  for (const keyword of keywords) if (property[keyword] !== undefined) plain[keyword] = property[keyword]
  if (property.items !== undefined) plain.items = plainProperty(property.items)
  if (property.properties !== undefined) Object.assign(plain, plainMembers(property.properties, property.required ?? []))
  return plain
}

/**
 * The schema of a form: its editable fields in order. `required` has only what is always required; `validateRecord` decides about
 * conditional fields.
 */
export function plainObject(properties: Readonly<Record<string, Property>>, required: readonly string[]): PlainSchema {
  return { type: 'object', ...plainMembers(properties, required) }
}

function plainMembers(properties: Readonly<Record<string, Property>>, required: readonly string[]): Record<string, unknown> {
  const accepted = Object.entries(properties).filter(([, property]) => property['x-computed'] !== true)
  const names = accepted.map(([field]) => field)
  return {
    properties: Object.fromEntries(accepted.map(([field, property]) => [field, plainProperty(property)])),
    required: required.filter((field) => names.includes(field)),
  }
}
