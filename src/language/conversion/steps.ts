import type { Catalog } from '../catalog.ts'
import type { Conversion, Entity, Property } from '../documents/entity.ts'
import { resourceOf } from '../resolve/api.ts'
import { dictionaryOf } from '../resolve/property.ts'
import { hasSameShape } from './shape.ts'

/** A name that became another one. `owner`: the entity of the field, the dictionary of the option; empty for a screen. */
export interface Rename {
  readonly kind: 'field' | 'option' | 'screen'
  readonly owner: string
  readonly former: string
  readonly name: string
}

/** What a change of documents does to what is stored. */
export type ConversionStep = RenamedField | RenamedOption | RenamedScreen | ConvertedField

export interface RenamedField extends Rename {
  readonly kind: 'field'
  readonly title: string
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
  return [
    ...entities.flatMap((entity) => fieldSteps(before.entities.get(entity.name), entity, known)),
    ...optionSteps(before, after, known),
    ...screenSteps(before, after, known),
  ]
}

function fieldSteps(was: Entity | undefined, entity: Entity, known: readonly Rename[]): readonly ConversionStep[] {
  const own = ownNames(entity.properties)
  const told = own.flatMap((name) => {
    const former = entity.properties[name]?.renamedFrom
    return former === undefined || former === was?.properties[name]?.renamedFrom ? [] : [{ former, name }]
  })
  const renames = [...told, ...takenBack({ kind: 'field', owner: entity.name }, [ownNames(was?.properties ?? {}), own], known)]
  const formerOf = new Map(renames.map(({ former, name }) => [name, former]))
  const converted = own.flatMap((field): readonly ConvertedField[] => {
    const [property, old] = [entity.properties[field], was?.properties[formerOf.get(field) ?? field]]
    if (property === undefined) return []
    const isChanged = old === undefined || !hasSameShape(old, property)
    const isAsked = property.convert !== undefined && (isChanged || JSON.stringify(old?.convert) !== JSON.stringify(property.convert))
    const isBack = property.convert === undefined && old?.convert !== undefined && isChanged
    if (!isAsked && !isBack) return []
    const conversion = property.convert ?? {}
    return [{ kind: 'convert', owner: entity.name, field, title: titleOf(property, field), property, conversion, isBack }]
  })
  const fields = renames.map(({ former, name }): RenamedField => {
    const property = entity.properties[name]
    return { kind: 'field', owner: entity.name, former, name, title: property ? titleOf(property, name) : name }
  })
  return [...fields, ...converted]
}

const titleOf = ({ title }: Property, name: string) => title ?? name

/** Fields that are stored with the record. */
const ownNames = (properties: Entity['properties']) =>
  Object.keys(properties).filter((name) => properties[name]?.['x-borrowed'] === undefined && properties[name]?.['x-details'] === undefined)

function optionSteps(before: Catalog, after: Catalog, known: readonly Rename[]): readonly RenamedOption[] {
  return [...after.dictionaries.values()].flatMap(({ name: owner, options }) => {
    const old = before.dictionaries.get(owner)?.options ?? []
    const told = options.flatMap(({ key, renamedFrom }) => {
      const former = old.find((option) => option.key === key)?.renamedFrom
      return renamedFrom === undefined || renamedFrom === former ? [] : [{ former: renamedFrom, name: key }]
    })
    const keys = [old, options].map((some) => some.map(({ key }) => key)) as unknown as readonly [string[], string[]]
    return [...told, ...takenBack({ kind: 'option', owner }, keys, known)].map(({ former, name }): RenamedOption => {
      const title = options.find((option) => option.key === name)?.value ?? name
      return { kind: 'option', owner, former, name, title, places: placesOf(owner, after) }
    })
  })
}

/** Where records that are stored as JSON have options of a dictionary. */
function placesOf(dictionary: string, { entities }: Catalog): readonly OptionPlace[] {
  return [...entities.values()].flatMap(({ name: entity, table, properties }) => {
    if (table !== undefined) return []
    return ownNames(properties).flatMap((field): readonly OptionPlace[] => {
      const property = properties[field]
      if (property === undefined) return []
      const columns = Object.entries(property.items?.properties ?? {}).filter(([, column]) => dictionaryOf(column)?.name === dictionary)
      const isOwn = dictionaryOf(property)?.name === dictionary
      return [...(isOwn ? [{ entity, field }] : []), ...columns.map(([column]) => ({ entity, field, column }))]
    })
  })
}

/**
 * Only screens of JSON records: the rights of the others stand in code. A file may be deleted first and written anew later, so the former
 * screen need not be there; its permissions follow from its uri then. Nothing is taken from a screen that has them now.
 */
function screenSteps(before: Catalog, after: Catalog, known: readonly Rename[]): readonly RenamedScreen[] {
  const told = [...after.screenDocuments.values()].flatMap(({ uri, renamedFrom }) =>
    renamedFrom === undefined || before.screenDocuments.get(uri)?.renamedFrom === renamedFrom ? [] : [{ former: renamedFrom, name: uri }],
  )
  const uris = [[...before.screens.keys()], [...after.screens.keys()]] as const
  const taken = new Set([...after.screens.values()].map(({ resource }) => resource))
  return [...told, ...takenBack({ kind: 'screen', owner: '' }, uris, known)].flatMap(({ former, name }): readonly RenamedScreen[] => {
    const [was, is] = [before.screens.get(former), after.screens.get(name)]
    const isOwn = is !== undefined && after.entities.get(is.entity.name)?.table === undefined
    if (!isOwn || after.screens.has(former) || (was !== undefined && was.entity.name !== is.entity.name)) return []
    const resource = was?.resource ?? resourceOf({ uri: former })
    if (resource !== is.resource && taken.has(resource)) return []
    return [{ kind: 'screen', owner: '', former, name, title: is.title, resources: [resource, is.resource] }]
  })
}

/** Names that are back in the place of those that they became, which may be gone for a while already. */
function takenBack(
  { kind, owner }: Pick<Rename, 'kind' | 'owner'>,
  [before, after]: readonly [readonly string[], readonly string[]],
  known: readonly Rename[],
): readonly Pick<Rename, 'former' | 'name'>[] {
  const ofOwner = known.filter((one) => one.kind === kind && one.owner === owner)
  if (ofOwner.length === 0) return []
  const [had, has] = [new Set(before), new Set(after)]
  return after.flatMap((name) => {
    const gone = laterNames(name, ofOwner).filter((later) => !has.has(later))
    const lost = gone.find((later) => had.has(later))
    // A screen has been there for a moment when the file of the other one is removed; a field would have values of its own by then.
    const former = had.has(name) ? (kind === 'screen' ? lost : undefined) : (lost ?? gone.at(-1))
    return former === undefined ? [] : [{ former, name }]
  })
}

/** What a name became, nearest first. */
export function laterNames(name: string, renames: readonly Pick<Rename, 'former' | 'name'>[]): readonly string[] {
  const found = new Set([name])
  for (const one of found) for (const { former, name: later } of renames) if (former === one) found.add(later)
  return [...found].slice(1)
}
