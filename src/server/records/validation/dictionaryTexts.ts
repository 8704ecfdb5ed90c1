import type { Property } from '../../../language/documents/entity.ts'
import { toDictionaryRef } from '../../../language/entity/property.ts'
import { copySource } from '../../../language/entity/references.ts'
import type { FieldTexts } from '../../../language/record/validateRecord.ts'
import type { DictionaryRef } from '../../../language/resolved.ts'
import { message } from '../../../rules/messages.ts'
import type { RecordValues } from '../hooks.ts'
import type { OpenWrite } from '../services.ts'
import { optionsWith } from './optionsWith.ts'

type Properties = Readonly<Record<string, Property>>

interface DictionaryTextsInput {
  readonly properties: Properties
  readonly changes: RecordValues
  readonly form: RecordValues
  readonly before?: RecordValues | undefined
}

/**
 * Checks that the values of a request are options of their dictionaries, as this actor may see them. An ended option cannot be chosen any
 * more, but a record that has it may keep it.
 *
 * @param form the whole record, from which arguments of dictionaries are taken
 * @param before the stored record
 */
export async function dictionaryTexts(
  open: OpenWrite,
  { properties, changes, form, before = {} }: DictionaryTextsInput,
): Promise<FieldTexts> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(changes)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property) Object.assign(texts, await valueTexts(open, name, { property, kept: [before[name]].flat(), form }, value))
  }
  return texts
}

/** What is known of a value besides itself. */
interface Place {
  readonly property: Property
  /** The stored value, or the values of a stored list. */
  readonly kept: readonly unknown[]
  readonly form: RecordValues
}

async function valueTexts(open: OpenWrite, path: string, { property, kept, form }: Place, value: unknown): Promise<FieldTexts> {
  if (value === null || value === undefined || value === '') return {}
  const use = property['x-dictionary'] ?? property.items?.['x-dictionary']
  // With `x-from` the field is filled from the dictionary, but other texts are allowed (postal codes of six digits).
  if (use !== undefined && (property['x-from'] === undefined || copySource(property) !== null)) {
    const problem = await optionProblem(open, toDictionaryRef(use), [value].flat(), { property, kept, form })
    return problem === null ? {} : { [path]: problem }
  }
  const members = property.items?.properties
  if (!Array.isArray(value) || !members) return {}
  const texts: Record<string, string> = {}
  for (const [index, row] of value.entries())
    Object.assign(texts, await rowTexts(open, { path: `${path}.${index}`, members, row, place: { kept, form } }))
  return texts
}

interface RowTextsInput {
  readonly path: string
  readonly members: Properties
  readonly row: unknown
  readonly place: Omit<Place, 'property'>
}

async function rowTexts(open: OpenWrite, { path, members, row, place: { kept, form } }: RowTextsInput): Promise<FieldTexts> {
  if (typeof row !== 'object' || row === null) return {}
  const values = row as RecordValues
  const texts: Record<string, string> = {}
  for (const [name, property] of Object.entries(members)) {
    const before = kept.map((one) => (typeof one === 'object' && one !== null ? (one as RecordValues)[name] : undefined))
    const place = { property, kept: before, form: { ...form, ...values } }
    Object.assign(texts, await valueTexts(open, `${path}.${name}`, place, values[name]))
  }
  return texts
}

async function optionProblem(
  open: OpenWrite,
  ref: DictionaryRef,
  given: readonly unknown[],
  { property, kept, form }: Place,
): Promise<string | null> {
  const keys = given.map(String)
  const known = await optionsWith(open, { name: ref.name, strArg: argumentOf(ref.strArg, form), intArg: ref.intArg, keys })
  const title = property.title ?? ref.name
  if (!keys.every((key) => known.has(key))) return message('M06', { title })
  const ended = keys.map((key) => known.get(key)).find((option) => option?.ended && !kept.map(String).includes(option.key))
  return ended ? `${title}「${ended.value}」不可再選用，請改選其他項目` : null
}

/** A literal, or the value of another field. */
function argumentOf(strArg: string | undefined, form: RecordValues): string | undefined {
  if (!strArg?.startsWith('form.')) return strArg
  const value = form[strArg.slice('form.'.length)]
  return value === null || value === undefined ? undefined : String(value)
}
