import { Ajv, type ValidateFunction } from 'ajv'
import type { Property } from '../../../language/documents/entity.ts'
import { rowId } from '../../../language/entity/details.ts'
import { formatChecks } from '../../../language/record/formatChecks.ts'
import { localizeErrors, type SchemaError } from '../../../language/record/localize.ts'
import type { FieldTexts } from '../../../language/record/validateRecord.ts'
import { withoutEmpty } from '../../../language/record/withoutEmpty.ts'
import { plainObject } from '../../../language/resolve/plainSchema.ts'

type Properties = Readonly<Record<string, Property>>

const ajv = new Ajv({ allErrors: true, strict: false, formats: formatChecks })
const compiled = new WeakMap<Properties, ValidateFunction>()

/** Checks values against the plain schema of the fields, with the texts of the forms. Computed fields are not checked. */
export function schemaTexts(properties: Properties, values: Readonly<Record<string, unknown>>): FieldTexts {
  const validate = compiled.get(properties) ?? ajv.compile(closed(plainObject(properties, [])))
  compiled.set(properties, validate)
  if (validate(withoutEmpty(pickOwn(properties, values)))) return {}
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, { title: property.title ?? name, property }]),
  )
  return localizeErrors((validate.errors ?? []) as SchemaError[], fields, values)
}

/** Closes the schema: objects in rows may not have unknown keys either. */
function closed(schema: unknown): Record<string, unknown> {
  const close = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(close)
    if (typeof value !== 'object' || value === null) return value
    const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, close(part)]))
    return parts.type === 'object' && parts.properties !== undefined ? { ...parts, additionalProperties: false } : parts
  }
  return close(schema) as Record<string, unknown>
}

/** Leaves out computed members, which the schema does not have, also in rows of a list (e.g. the number of a tier). */
function pickOwn(properties: Properties, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      return property === undefined || property['x-computed'] === true ? [] : [[name, pickRows(property, value)]]
    }),
  )
}

function pickRows({ items }: Property, value: unknown): unknown {
  const members = items?.properties
  if (!members || !Array.isArray(value)) return value
  const isRecord = items['x-child'] !== undefined
  const isComputed = (name: string) =>
    (Object.hasOwn(members, name) && members[name]?.['x-computed'] === true) || (isRecord && name === rowId)
  return value.map((row: unknown) =>
    typeof row === 'object' && row !== null ? Object.fromEntries(Object.entries(row).filter(([name]) => !isComputed(name))) : row,
  )
}
