import type { Catalog } from '../catalog/catalog.ts'
import type { Conversion } from '../documents/conversion.ts'
import type { Entity, Property } from '../documents/entity.ts'
import { dictionaryOf } from '../entity/property.ts'
import { resourceOf } from '../resolve/api.ts'
import { type Names, type Rename, takenBack } from './rename.ts'
import { hasSameShape, withChoicesOf } from './shape.ts'

/** What a change of documents does to what is stored. */
export type ConversionStep = RenamedEntity | RenamedField | RenamedColumn | RenamedOption | RenamedScreen | ConvertedField

export interface RenamedEntity extends Rename {
  readonly kind: 'entity'
  readonly title: string
}

export interface RenamedField extends Rename {
  readonly kind: 'field'
  readonly title: string
}

/** A field of the rows, or of the object, that a field holds. */
export interface RenamedColumn extends Rename {
  readonly kind: 'column'
  readonly title: string
  readonly entity: string
  readonly field: string
}

export interface RenamedOption extends Rename {
  readonly kind: 'option'
  readonly title: string
  /** Where JSON records have options of the dictionary. */
  readonly places: readonly OptionPlace[]
}

/** `column`: of the rows of the field. */
export interface OptionPlace {
  readonly entity: string
  readonly field: string
  readonly column?: string
}

export interface RenamedScreen extends Rename {
  readonly kind: 'screen'
  readonly title: string
  /** The first two parts of its permissions, before and after. */
  readonly resources: readonly [string, string]
}

export interface ConvertedField {
  readonly kind: 'convert'
  readonly owner: string
  readonly field: string
  readonly title: string
  readonly property: Property
  readonly conversion: Conversion
  /** Values that an earlier conversion replaced come back. */
  readonly isBack: boolean
}

/**
 * What stored records, rights and lists of users have to become when `after` follows `before`: renames that a document names, conversions,
 * and both taken back when a document is again what it was.
 *
 * @param known renames that were carried out, in any order
 */
export function conversionSteps(before: Catalog, after: Catalog, known: readonly Rename[]): readonly ConversionStep[] {
  const entities = [...after.entities.values()].filter(({ table }) => table === undefined)
  const renamed = entitySteps(before, after, known)
  const formerOf = new Map(renamed.map(({ former, name }) => [name, former]))
  return [
    ...renamed,
    ...entities.flatMap((entity) => {
      const former = formerOf.get(entity.name)
      // Of documents that are the same objects nothing moves; a save changes one.
      if (former === undefined && before.entities.get(entity.name) === entity) return []
      const change = { was: before.entities.get(former ?? entity.name), entity, owners: former ? [entity.name, former] : [entity.name] }
      return fieldSteps(change, after, known)
    }),
    ...optionSteps(before, after, known),
    ...screenSteps(before, after, { known, formerOf }),
  ]
}

/**
 * False when nothing that {@link conversionSteps} compares is another, so that there are none whatever was renamed before. Documents that
 * say the same as before are the same objects.
 */
export function mayHaveSteps(before: Catalog, after: Catalog): boolean {
  const renames = ({ screenDocuments, screens }: Catalog) =>
    [...screenDocuments.values()].map(({ uri, renamedFrom }) => [uri, renamedFrom, screens.has(uri)])
  const isSame = <Document>(old: ReadonlyMap<string, Document>, next: ReadonlyMap<string, Document>) =>
    old.size === next.size && [...next].every(([name, document]) => old.get(name) === document)
  return (
    !isSame(before.entities, after.entities) ||
    !isSame(before.dictionaries, after.dictionaries) ||
    JSON.stringify(renames(before)) !== JSON.stringify(renames(after))
  )
}

/** Only entities without a table: those of a table are published by code, under their names. */
function entitySteps(before: Catalog, after: Catalog, known: readonly Rename[]): readonly RenamedEntity[] {
  const told = [...after.entities.values()].flatMap(({ name, renamedFrom: former }) =>
    former === undefined || before.entities.get(name)?.renamedFrom === former ? [] : [{ former, name }],
  )
  const names = [[...before.entities.keys()], [...after.entities.keys()]] as const
  // A document that no longer says what it was called before has nothing to give back.
  const takesOver = (name: string, other: string) => before.entities.get(other)?.renamedFrom === name
  return [...told, ...takenBack({ kind: 'entity', owners: [''], takesOver }, names, known)].flatMap(
    ({ former, name }): readonly RenamedEntity[] => {
      const [was, is] = [before.entities.get(former), after.entities.get(name)]
      const isOwn = is !== undefined && is.table === undefined && was?.table === undefined && !after.entities.has(former)
      return isOwn ? [{ kind: 'entity', owner: '', former, name, title: is.title }] : []
    },
  )
}

interface EntityChange {
  readonly was: Entity | undefined
  readonly entity: Entity
  /** Name of the entity, and the one that it had until now. */
  readonly owners: readonly string[]
}

function fieldSteps(change: EntityChange, { dictionaries }: Catalog, known: readonly Rename[]): readonly ConversionStep[] {
  const { was, entity, owners } = change
  const own = ownNames(entity.properties)
  const told = toldRenames(was?.properties, entity.properties, own)
  const renames = [...told, ...takenBack({ kind: 'field', owners }, [ownNames(was?.properties ?? {}), own], known)]
  const formerOf = new Map(renames.map(({ former, name }) => [name, former]))
  const converted = own.flatMap((field): readonly ConvertedField[] => {
    const [property, old] = [entity.properties[field], was?.properties[formerOf.get(field) ?? field]]
    if (property === undefined) return []
    const isChanged = old === undefined || !hasSameShape(old, property)
    const isAsked = property.convert !== undefined && (isChanged || JSON.stringify(old?.convert) !== JSON.stringify(property.convert))
    const isBack = property.convert === undefined && old?.convert !== undefined && isChanged
    if (!isAsked && !isBack) return []
    const conversion = property.convert ?? {}
    const choosable = withChoicesOf(property, dictionaries)
    return [{ kind: 'convert', owner: entity.name, field, title: titleOf(property, field), property: choosable, conversion, isBack }]
  })
  const fields = renames.map(({ former, name }): RenamedField => {
    const property = entity.properties[name]
    return { kind: 'field', owner: entity.name, former, name, title: property ? titleOf(property, name) : name }
  })
  return [...fields, ...own.flatMap((field) => columnSteps(change, [field, formerOf.get(field) ?? field], known)), ...converted]
}

/** Renames that the documents name, unless the documents before have named them already. */
function toldRenames(was: Entity['properties'] = {}, is: Entity['properties'], names: readonly string[]): readonly Names[] {
  return names.flatMap((name) => {
    const former = is[name]?.renamedFrom
    return former === undefined || former === was[name]?.renamedFrom ? [] : [{ former, name }]
  })
}

function columnSteps(
  { was, entity, owners }: EntityChange,
  [field, former]: readonly [string, string],
  known: readonly Rename[],
): readonly RenamedColumn[] {
  const [columns, old] = [membersOf(entity.properties[field]), membersOf(was?.properties[former])]
  const names = Object.keys(columns)
  const places = owners.flatMap((owner) => [columnOwner(owner, field), columnOwner(owner, former)])
  const back = takenBack({ kind: 'column', owners: places }, [Object.keys(old), names], known)
  return [...toldRenames(old, columns, names), ...back].map((one): RenamedColumn => {
    const title = columns[one.name]?.title ?? one.name
    return { ...one, kind: 'column', owner: columnOwner(entity.name, field), entity: entity.name, field, title }
  })
}

/** The fields of the rows, or of the object, that a field holds. What rows show of other records is not held there. */
export function membersOf(property: Property | undefined): Readonly<Record<string, Property>> {
  const members = property?.items?.properties ?? property?.properties ?? {}
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member['x-borrowed'] === undefined))
}

/** How a rename of a column names where it belongs. */
export function columnOwner(entity: string, field: string): string {
  return `${entity}.${field}`
}

const titleOf = ({ title }: Property, name: string) => title ?? name

/** Fields that are stored with the record. */
const ownNames = (properties: Entity['properties']) =>
  Object.keys(properties).filter((name) => properties[name]?.['x-borrowed'] === undefined && properties[name]?.['x-details'] === undefined)

function optionSteps(before: Catalog, after: Catalog, known: readonly Rename[]): readonly RenamedOption[] {
  const changed = [...after.dictionaries.values()].filter((dictionary) => before.dictionaries.get(dictionary.name) !== dictionary)
  return changed.flatMap(({ name: owner, options }) => {
    const old = before.dictionaries.get(owner)?.options ?? []
    const told = options.flatMap(({ key, renamedFrom }) => {
      const former = old.find((option) => option.key === key)?.renamedFrom
      return renamedFrom === undefined || renamedFrom === former ? [] : [{ former: renamedFrom, name: key }]
    })
    const keys = [old, options].map((some) => some.map(({ key }) => key)) as unknown as readonly [string[], string[]]
    return [...told, ...takenBack({ kind: 'option', owners: [owner] }, keys, known)].map(({ former, name }): RenamedOption => {
      const title = options.find((option) => option.key === name)?.value ?? name
      return { kind: 'option', owner, former, name, title, places: placesOf(owner, after) }
    })
  })
}

/** Where records that are stored as JSON have options of a dictionary. */
export function placesOf(dictionary: string, { entities }: Pick<Catalog, 'entities'>): readonly OptionPlace[] {
  return [...entities.values()].flatMap(({ name: entity, table, properties }) => {
    if (table !== undefined) return []
    return ownNames(properties).flatMap((field): readonly OptionPlace[] => {
      const property = properties[field]
      if (property === undefined) return []
      const members = property.items === undefined ? {} : membersOf(property)
      const columns = Object.entries(members).filter(([, column]) => dictionaryOf(column)?.name === dictionary)
      const isOwn = dictionaryOf(property)?.name === dictionary
      return [...(isOwn ? [{ entity, field }] : []), ...columns.map(([column]) => ({ entity, field, column }))]
    })
  })
}

interface ScreenContext {
  readonly known: readonly Rename[]
  /** Former names of the entities that are renamed, by the new ones. */
  readonly formerOf: ReadonlyMap<string, string>
}

/**
 * Only screens of JSON records: the rights of the others stand in code. A file may be deleted first and written anew later, so the former
 * screen need not be there; its permissions follow from its uri then. Nothing is taken from a screen that has them now.
 */
function screenSteps(before: Catalog, after: Catalog, { known, formerOf }: ScreenContext): readonly RenamedScreen[] {
  const told = [...after.screenDocuments.values()].flatMap(({ uri, renamedFrom }) =>
    renamedFrom === undefined || before.screenDocuments.get(uri)?.renamedFrom === renamedFrom ? [] : [{ former: renamedFrom, name: uri }],
  )
  const uris = [[...before.screens.keys()], [...after.screens.keys()]] as const
  const taken = new Set([...after.screens.values()].map(({ resource }) => resource))
  return [...told, ...takenBack({ kind: 'screen', owners: [''], takesOver: () => true }, uris, known)].flatMap(
    ({ former, name }): readonly RenamedScreen[] => {
      const [was, is] = [before.screens.get(former), after.screens.get(name)]
      const isOwn = is !== undefined && after.entities.get(is.entity.name)?.table === undefined
      if (!isOwn || after.screens.has(former)) return []
      const { name: entity } = is.entity
      if (was !== undefined && was.entity.name !== entity && was.entity.name !== formerOf.get(entity)) return []
      const resource = was?.resource ?? resourceOf({ uri: former })
      if (resource !== is.resource && taken.has(resource)) return []
      return [{ kind: 'screen', owner: '', former, name, title: is.title, resources: [resource, is.resource] }]
    },
  )
}
