import type { Property } from '../../../language/documents/entity.ts'
import { toDictionaryRef } from '../../../language/resolve/property.ts'
import type { DictionaryRef } from '../../../language/resolved.ts'
import type { FieldTexts } from '../../../language/validateRecord.ts'
import { message } from '../../../rules/messages.ts'
import type { RecordValues } from '../hooks.ts'
import type { Write } from '../write.ts'

type Properties = Readonly<Record<string, Property>>

/**
 * Values that the request brings must be options of their dictionaries, as this actor may see them.
 *
 * @param form the whole record: arguments of dictionaries are taken from it
 */
export async function dictionaryTexts(open: Write, properties: Properties, changes: RecordValues, form: RecordValues): Promise<FieldTexts> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(changes)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property) Object.assign(texts, await valueTexts(open, name, property, value, form))
  }
  return texts
}

async function valueTexts(open: Write, path: string, property: Property, value: unknown, form: RecordValues): Promise<FieldTexts> {
  if (value === null || value === undefined || value === '') return {}
  const use = property['x-dictionary'] ?? property.items?.['x-dictionary']
  // Filled from the dictionary, but open to other text (postal codes of six digits).
  if (use !== undefined && property['x-from'] === undefined) {
    const isKnown = await areOptions(open, toDictionaryRef(use), Array.isArray(value) ? value : [value], form)
    return isKnown ? {} : { [path]: message('M06', { title: property.title ?? path }) }
  }
  const members = property.items?.properties
  if (!Array.isArray(value) || !members) return {}
  const texts: Record<string, string> = {}
  for (const [index, row] of value.entries()) Object.assign(texts, await rowTexts(open, `${path}.${index}`, members, row, form))
  return texts
}

async function rowTexts(open: Write, path: string, members: Properties, row: unknown, form: RecordValues): Promise<FieldTexts> {
  if (typeof row !== 'object' || row === null) return {}
  const values = row as RecordValues
  const texts: Record<string, string> = {}
  for (const [name, property] of Object.entries(members)) {
    Object.assign(texts, await valueTexts(open, `${path}.${name}`, property, values[name], { ...form, ...values }))
  }
  return texts
}

async function areOptions(open: Write, ref: DictionaryRef, given: readonly unknown[], form: RecordValues): Promise<boolean> {
  const { services, call } = open.prepared
  const strArg = argumentOf(ref.strArg, form)
  const options = await services.findOptions(ref.name, {
    db: open.trx,
    actor: call.actor,
    ...(strArg !== undefined && { strArg }),
    ...(ref.intArg !== undefined && { intArg: ref.intArg }),
  })
  if (!options) throw new Error(`there is no dictionary ${ref.name}`)
  const keys = new Set(options.map((option) => option.key))
  return given.every((one) => keys.has(String(one)))
}

/** A literal, or the value of another field. */
function argumentOf(strArg: string | undefined, form: RecordValues): string | undefined {
  if (!strArg?.startsWith('form.')) return strArg
  const value = form[strArg.slice('form.'.length)]
  return value === null || value === undefined ? undefined : String(value)
}
