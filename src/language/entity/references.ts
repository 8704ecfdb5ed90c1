import type { Entity, InputForm, Property } from '../documents/entity.ts'
import type { Reference } from '../documents/relations.ts'
import { pickKeys } from '../pickKeys.ts'
import { findProperty, isContent } from './property.ts'

/** A field that refers to records of another entity. */
export interface ReferenceField {
  /** For a member of rows: the field with the rows. */
  readonly list?: string
  readonly field: string
  readonly property: Property
  readonly reference: Reference
}

/** All fields of an entity that refer to other records, those of its rows included. Rows that are records of their own do that themselves. */
export function referencesOf(properties: Entity['properties']): readonly ReferenceField[] {
  return referencesInForms(properties).filter(({ list }) => list === undefined || properties[list]?.items?.['x-child'] === undefined)
}

/** The same with what the records in rows refer to, which is chosen in the form of this entity. */
export function referencesInForms(properties: Entity['properties']): readonly ReferenceField[] {
  return Object.entries(properties).flatMap(([name, property]) => [
    ...referenceField(name, property),
    ...Object.entries(property.items?.properties ?? {}).flatMap(([member, inner]) =>
      referenceField(member, inner).map((one) => ({ ...one, list: name })),
    ),
  ])
}

function referenceField(field: string, property: Property): readonly ReferenceField[] {
  const reference = property['x-ref']
  return reference === undefined ? [] : [{ field, property, reference }]
}

/** The fields that the input of a step asks for and that refer to other records. */
export function referencesOfInput({ properties }: InputForm): readonly ReferenceField[] {
  return Object.entries(properties).flatMap(([name, property]) => referenceField(name, property))
}

/** Name under which the records are asked for that the input of a step can refer to. */
export function stepChoices(step: string, field: string): string {
  return `steps.${step}.${field}`
}

/** Step and field of such a name; null for other names. */
export function readStepChoices(name: string): { readonly step: string; readonly field: string } | null {
  const [, step, field] = /^steps\.(\w+)\.(\w+)$/.exec(name) ?? []
  return step === undefined || field === undefined ? null : { step, field }
}

/** Name under which the records are asked for that the rows of a list refer to, for its filter. */
export function filterChoices(field: string): string {
  return `filters.${field}`
}

/** Field of such a name; null for other names. */
export function readFilterChoices(name: string): string | null {
  return /^filters\.(\w+)$/.exec(name)?.[1] ?? null
}

/** Under this name a screen shows a field of the record that `by` refers to: `lotNo.lotName`. */
export function borrowedName(by: string, field: string): string {
  return `${by}.${field}`
}

/** Where the first value of a field comes from (`x-from`): `itemNo.price` is the field `price` of the record that `itemNo` names. */
export interface CopySource {
  readonly by: string
  readonly field: string
}

/** The field of another record from which a value is taken over; null when `x-from` names a dictionary, or there is none. */
export function copySource(property: Property): CopySource | null {
  const [, by, field] = /^(\w+)\.(\w+)$/.exec(property['x-from'] ?? '') ?? []
  return by === undefined || field === undefined ? null : { by, field }
}

/** What the fields beside a reference take over when a record is chosen: fields of that record, by the fields that get their values. */
export function copiesOf(beside: Entity['properties'], by: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(beside).flatMap(([name, property]) => {
      const source = copySource(property)
      return source?.by === by ? [[name, source.field] as const] : []
    }),
  )
}

/** The fields beside a reference that show something of its record. */
export function shownBeside(beside: Entity['properties'], by: string): readonly string[] {
  return Object.keys(beside).filter((name) => {
    const borrowed = beside[name]?.['x-borrowed']
    return borrowed?.by === by && borrowed.isBeside !== true
  })
}

/** The field beside a reference with the name of its record. */
export function nameBeside(beside: Entity['properties'], by: string): string | undefined {
  return Object.keys(beside).find((name) => beside[name]?.['x-borrowed']?.by === by && beside[name]['x-borrowed'].isName === true)
}

/** True for a field whose value stands in other records: it is read from there, and stored nowhere. */
export function readsOthers(property: Property): boolean {
  return property['x-borrowed'] !== undefined || property['x-rollup'] !== undefined || property['x-details'] !== undefined
}

type Entities = ReadonlyMap<string, Entity>

/**
 * Adds to an entity the fields that its references show, each behind its reference, so that lists, filters, forms and exports treat them
 * like fields of its own that nobody fills in; and to its rows what the references in them show, with the names of what they refer to. What
 * the other entity lacks, or must not show here, is left out; the checker says so.
 */
export function withBorrowedFields(entity: Entity, entities: Entities): Entity {
  const references = referencesInForms(entity.properties)
  if (!references.some(({ list, reference }) => list !== undefined || reference.show !== undefined)) return entity
  const properties = Object.entries(withShown(entity.properties, entities)).map(([name, property]) => {
    const members = property.items?.properties
    const isRows = references.some(({ list }) => list === name) && members !== undefined
    return [name, isRows ? { ...property, items: { ...property.items, properties: withRowNames(members, entities) } } : property]
  })
  return { ...entity, properties: Object.fromEntries(properties) }
}

const withRowNames = (members: Entity['properties'], entities: Entities) => withNames(withShown(members, entities), entities)

/** The fields of a record, or of a row, with those that its references show. */
export function withShown(properties: Entity['properties'], entities: Entities): Entity['properties'] {
  const taken = new Map<string, number>()
  const all = Object.entries(properties).flatMap(([name, property]) => {
    const reference = property['x-ref']
    const other = reference && entities.get(reference.entity)
    return [[name, property] as const, ...(reference && other ? borrowedFields(name, { own: property, reference, other }) : [])]
  })
  for (const [, { title = '' }] of all) taken.set(title, (taken.get(title) ?? 0) + 1)
  return Object.fromEntries(all.map(([name, property]) => [name, ownTitle(property, properties, taken)]))
}

/** Two fields of a form must not have one title: the one of another record says whose it is. */
function ownTitle(property: Property, properties: Entity['properties'], taken: ReadonlyMap<string, number>): Property {
  const borrowed = property['x-borrowed']
  if (borrowed === undefined || (taken.get(property.title ?? '') ?? 0) < 2) return property
  return { ...property, title: `${properties[borrowed.by]?.title ?? borrowed.by}的${property.title}` }
}

/**
 * Adds to the fields of a row the names of the records that it refers to: a row has no room for a field about each, so the name stands
 * beside the number, unless the row shows it in a column of its own.
 */
export function withNames(members: Entity['properties'], entities: Entities): Entity['properties'] {
  const names = Object.entries(members).flatMap(([by, { 'x-ref': reference }]) => {
    const other = reference && entities.get(reference.entity)
    if (other === undefined || other.label === other.key || Object.hasOwn(members, borrowedName(by, other.label))) return []
    const property = findProperty(other, other.label)
    if (property === undefined || whyNotShown(property) !== null) return []
    const borrowed = { by, entity: other.name, field: other.label, isName: true, isBeside: true } as const
    return [[borrowedName(by, other.label), { ...shownPart(property, other.label), 'x-borrowed': borrowed }] as const]
  })
  return names.length === 0 ? members : { ...members, ...Object.fromEntries(names) }
}

interface ReferenceSides {
  /** The field that refers to the other entity. */
  readonly own: Property
  readonly reference: Reference
  readonly other: Entity
}

/** Whoever may not see what a field names sees nothing of it either. */
function borrowedFields(by: string, { own, reference, other }: ReferenceSides): readonly (readonly [string, Property])[] {
  const { entity, show = [] } = reference
  return show.flatMap((field) => {
    const property = findProperty(other, field)
    if (property === undefined || whyNotShown(property) !== null) return []
    const borrowed = { by, entity, field, ...(field === other.label && { isName: true as const }) }
    return [[borrowedName(by, field), { ...shownPart(property, field), ...pickKeys(own, ['x-read']), 'x-borrowed': borrowed }] as const]
  })
}

/** How a value looks, without what concerns the filling in of its field. */
function shownPart(property: Property, field: string): Property {
  const { type, title = field, format, enum: values } = property
  return {
    type,
    title,
    ...(format !== undefined && { format }),
    ...(values !== undefined && { enum: values }),
    ...pickKeys(property, ['x-dictionary', 'x-format', 'x-tags', 'x-decimals']),
    'x-computed': true,
  }
}

/** Why other screens cannot show a field through a reference; null when they can. */
export function whyNotShown(property: Property): string | null {
  if (property['x-mask'] !== undefined) return '是遮罩欄位，不能經由參照顯示：看得到這裡的人，不一定看得到那裡的個資'
  if (property.type === 'array' || property.type === 'object' || isContent(property))
    return '不是單一的值（清單、圖片、檔案或 HTML），不能經由參照顯示'
  if (property['x-read'] !== undefined) return '另須權限才看得到（x-read），不能經由參照顯示'
  if (property['x-rollup'] !== undefined) return '彙總自其他資料，不能再經由參照顯示'
  const use = property['x-dictionary']
  if (typeof use === 'object' && use.strArg?.startsWith('form.') === true) return '的選項隨同一筆的其他欄位而定，不能經由參照顯示'
  return null
}
