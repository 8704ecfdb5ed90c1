import { commonProperties } from '../documents/commonProperties.ts'
import type { Dictionary } from '../documents/dictionary.ts'
import type { Entity, Property } from '../documents/entity.ts'
import { hasNames } from './codeConstants.ts'
import { typeName, writeType } from './typeText.ts'

/** A column of a table or view, from the catalogue of the database. */
export interface StoredColumn {
  readonly name: string
  /** Type name of `information_schema`. */
  readonly type: string
  readonly nullable: boolean
  readonly hasDefault: boolean
  /** Written only by the database: computed from other columns, or an identity. */
  readonly generated: boolean
}

export interface StoredRelation {
  readonly kind: 'table' | 'view'
  readonly columns: ReadonlyMap<string, StoredColumn>
}

/** What types are generated from: the documents, and the tables and views of a migrated database. */
export interface TypeSources {
  readonly entities: ReadonlyMap<string, Entity>
  readonly dictionaries: ReadonlyMap<string, Dictionary>
  readonly relations: ReadonlyMap<string, StoredRelation>
}

/** An entity with a table. Code never names entities that analysts add as JSON documents. */
export interface StoredEntity extends Entity {
  readonly table: string
}

/** Entities with a table, sorted by name. */
export function storedEntities(entities: ReadonlyMap<string, Entity>): readonly StoredEntity[] {
  return [...entities.values()]
    .filter((entity): entity is StoredEntity => entity.table !== undefined)
    .sort((left, right) => (left.name < right.name ? -1 : 1))
}

/** Own fields in document order, then the common fields of every record. */
export function allFields(entity: Entity): Readonly<Record<string, Property>> {
  return { ...entity.properties, ...Object.fromEntries(Object.entries(commonProperties).filter(([name]) => !(name in entity.properties))) }
}

/** Name of the column of a field: `companyNo` is stored in `company_no`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Type of an instant: `Date` from the driver, text in a record. */
export type Moment = 'Date' | 'string'

/** True for a list of rows, whose type gets a name of its own. */
export function isRows({ type, items }: Property): boolean {
  return type === 'array' && items?.type === 'object'
}

/** Name of a row type: rows of the field `tiers` of `companyDiscount` are `CompanyDiscountTiersRow`. */
export function rowType(entity: string, field: string): string {
  return `${typeName(entity)}${typeName(field)}Row`
}

interface FieldTypeInput {
  readonly field: string
  readonly property: Property
  readonly moment: Moment
  readonly sources: TypeSources
}

/** Type of the values of a field, without null. */
export function fieldType(entity: string, { field, property, moment, sources }: FieldTypeInput): string {
  if (isRows(property)) return `readonly ${rowType(entity, field)}[]`
  return plainType(property, moment, sources)
}

function plainType(property: Property, moment: Moment, sources: TypeSources): string {
  switch (property.type) {
    case 'string':
      return property.format === 'date-time' ? moment : textType(property, sources)
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'array':
      return `readonly ${inBrackets(itemType(property, sources))}[]`
    case 'object':
      return 'Readonly<Record<string, unknown>>'
  }
}

/** The dictionary of a list of texts is declared on the list. */
function itemType({ items, 'x-dictionary': use }: Property, sources: TypeSources): string {
  if (items === undefined) return 'unknown'
  return plainType(use === undefined ? items : { ...items, 'x-dictionary': use }, 'string', sources)
}

/** Type of a text: the union of its dictionary's codes, when code uses these. Otherwise any text, because analysts may add options. */
function textType(property: Property, { dictionaries }: TypeSources): string {
  const dictionary = dictionaryOf(property, dictionaries)
  if (property.enum) return property.enum.map((value) => `'${value}'`).join(' | ')
  return dictionary ? dictionary.name : 'string'
}

function dictionaryOf({ 'x-dictionary': use }: Property, dictionaries: ReadonlyMap<string, Dictionary>): Dictionary | undefined {
  const dictionary = use && dictionaries.get(typeof use === 'string' ? use : use.name)
  return dictionary && hasNames(dictionary) ? dictionary : undefined
}

/** Types of the rows in an entity's lists of rows. They are stored as JSON, in which an empty value is null or absent. */
export function rowTypes(entity: Entity, sources: TypeSources): readonly string[] {
  return Object.entries(entity.properties).flatMap(([field, property]) => {
    if (!isRows(property)) return []
    const { properties = {}, required = [] } = property.items ?? {}
    const members = Object.entries(properties).map(([name, inner]): readonly [string, string] => {
      const type = plainType(inner, 'string', sources)
      return required.includes(name) ? [name, type] : [`${name}?`, `${type} | null`]
    })
    return [writeType(rowType(entity.name, field), `${entity.title}／${property.title ?? field}`, members)]
  })
}

function inBrackets(type: string): string {
  return type.includes('|') ? `(${type})` : type
}
