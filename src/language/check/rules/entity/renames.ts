import type { EntityContext, ScreenContext } from '../../../catalog/known.ts'
import { fits, withChoicesOf } from '../../../conversion/shape.ts'
import { commonProperties } from '../../../documents/commonProperties.ts'
import type { Dictionary } from '../../../documents/dictionary.ts'
import type { Entity, Property } from '../../../documents/entity.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { resourceOf } from '../../../resolve/api.ts'

const code = 'rename'

/**
 * Checks that what an entity, a field or a column was called until now is free, and that stored values of another type can be moved: only
 * in entities without a table, and nothing by which a record is found or is unique. A state may become another one, but not none.
 */
export function renames({ entity, names }: EntityContext): readonly Finding[] {
  const { properties } = entity
  const inputs = Object.entries(entity.transitions ?? {}).flatMap(([name, { input }]) =>
    withoutEffect(input?.properties, ['transitions', name, 'input', 'properties'], { keys: bothKeys, why: '輸入的欄位不儲存' }),
  )
  const fields = Object.entries(properties).flatMap(([field, property]) => [
    ...ofName(entity, field, property),
    ...ofType(entity, field, property),
    ...unusedValues(property, ['properties', field, 'convert', 'values'], names),
    ...ofMembers(entity, property, ['properties', field]),
  ])
  return [...ofEntity(entity, names), ...fields, ...inputs]
}

/** The records of a former entity are taken over whole, so it must be gone. */
function ofEntity(entity: Entity, names: EntityContext['names']): readonly Finding[] {
  const { name, table, renamedFrom } = entity
  if (renamedFrom === undefined) return []
  const isPublished = [...names.tables.values()].some((published) => published.entity === renamedFrom)
  const isThere = names.entities.has(renamedFrom) || names.brokenEntities.has(renamedFrom)
  const twin = [...names.entities.values()].find((other) => other.name !== name && other.renamedFrom === renamedFrom)
  const why =
    (table !== undefined && `資料表 ${table} 的實體由開發人員改名`) ||
    (renamedFrom === name && '名稱相同') ||
    (isPublished && '它是程式提供的實體') ||
    (isThere && '它還在，請先移除它的檔案') ||
    (twin && `「${twin.name}」也改名自它`)
  return why ? [{ place: ['renamedFrom'], code, message: `實體「${name}」不能改名自「${renamedFrom}」：${why}` }] : []
}

/** The fields of rows and objects may have new names, but not other types. */
function ofMembers(entity: Entity, property: Property, place: Place): readonly Finding[] {
  const [key, members] = property.items ? ['items', property.items.properties] : ['', property.properties]
  if (members === undefined) return []
  const inside = [...place, ...(key === '' ? [] : [key]), 'properties']
  const elsewhere = entity.table !== undefined || isElsewhere(property)
  const why = elsewhere ? '這些欄位不存放在這筆資料中' : '列與物件中的欄位不能轉換'
  return [
    ...withoutEffect(members, inside, { keys: elsewhere ? bothKeys : ['convert'], why }),
    ...(elsewhere ? [] : Object.entries(members).flatMap(([name, member]) => ofMemberName(members, [name, member], inside))),
  ]
}

function ofMemberName(members: Members, [name, { renamedFrom }]: readonly [string, Property], place: Place): readonly Finding[] {
  if (renamedFrom === undefined) return []
  const twin = Object.keys(members).find((other) => other !== name && members[other]?.renamedFrom === renamedFrom)
  const why =
    renamedFrom === name ? '名稱相同' : Object.hasOwn(members, renamedFrom) ? '它還在，請先移除它' : twin && `「${twin}」也改名自它`
  if (!why) return []
  return [{ place: [...place, name, 'renamedFrom'], code, message: `「${name}」不能改名自「${renamedFrom}」：${why}` }]
}

/** Fields that are stored elsewhere, or computed when they are read. */
function isElsewhere(property: Property): boolean {
  return property['x-details'] !== undefined || property['x-rollup'] !== undefined || property['x-borrowed'] !== undefined
}

function ofName(entity: Entity, field: string, property: Property): readonly Finding[] {
  const { renamedFrom } = property
  if (renamedFrom === undefined) return []
  const why = whyNotRenamed(entity, field, renamedFrom)
  if (why === null && !isElsewhere(property)) return []
  const message = `「${field}」不能改名自「${renamedFrom}」：${why ?? '這個欄位不存放在這筆資料中'}`
  return [{ place: ['properties', field, 'renamedFrom'], code, message }]
}

function whyNotRenamed({ table, properties }: Entity, field: string, former: string): string | null {
  if (table !== undefined) return `資料表 ${table} 的欄位由開發人員改名`
  if (former === field) return '名稱相同'
  if (Object.hasOwn(properties, former)) return `實體仍有欄位「${former}」，請先移除它`
  if (Object.hasOwn(commonProperties, former)) return '它由系統維護'
  const twin = Object.keys(properties).find((other) => other !== field && properties[other]?.renamedFrom === former)
  return twin === undefined ? null : `「${twin}」也改名自它`
}

function ofType(entity: Entity, field: string, property: Property): readonly Finding[] {
  const { convert } = property
  if (convert === undefined) return []
  const why = whyNotConverted(entity, field, property)
  if (why !== null) return [{ place: ['properties', field, 'convert'], at: 'key', code, message: `「${field}」不能轉換：${why}` }]
  return Object.entries(convert.values ?? {}).flatMap(([stored, value]): readonly Finding[] => {
    if (typeof value === typeOf(property)) return []
    const message = `「${stored}」轉成的值不是${titles[property.type]}，「${field}」的型別是 ${property.type}`
    return [{ place: ['properties', field, 'convert', 'values', stored], code: 'wrong-type', message }]
  })
}

const titles = {
  ...{ string: '文字', integer: '整數', number: '數字', boolean: '是否', array: '清單', object: '物件' },
} as const satisfies Record<Property['type'], string>

const typeOf = ({ type }: Property) => (type === 'integer' ? 'number' : type)

function whyNotConverted(entity: Entity, field: string, property: Property): string | null {
  const { convert } = property
  if (entity.table !== undefined) return `資料表 ${entity.table} 的欄位由開發人員轉換`
  if (property['x-formula'] !== undefined || property['x-number'] !== undefined || isElsewhere(property)) return '它的值由系統計算'
  if (field === entity.key || field === entity.scope || property['x-ref'] !== undefined) return '資料以它指名'
  const isUnique = property['x-unique'] === true || (entity.unique ?? []).some((fields) => fields.includes(field))
  if (isUnique) return '它的值不可重複'
  const isState = Object.values(entity.transitions ?? {}).some((step) => step.field === field)
  return isState && convert?.otherwise === 'clear' ? '狀態不能留空，請在 convert.values 指名原來的狀態改成什麼' : null
}

/** A stored value that fits is left as it is, so what it should become is never asked. */
function unusedValues(property: Property, place: Place, { dictionaryDocuments }: EntityContext['names']): readonly Finding[] {
  const choosable = withChoicesOf(property, dictionaryDocuments)
  const unused = Object.keys(property.convert?.values ?? {}).filter((named) => storedAs(named).every((value) => fits(choosable, value)))
  return unused.map((named) => ({
    place: [...place, named],
    at: 'key',
    severity: 'warning',
    code: 'no-effect',
    message: `已存的「${named}」合於這個欄位現在的型別與選項，不會轉換，這一項沒有作用，請移除`,
  }))
}

/** What is stored where `convert.values` names it: a text, or the number or the answer that is written so. */
function storedAs(named: string): readonly unknown[] {
  const isNumber = named !== '' && String(Number(named)) === named
  const isAnswer = named === 'true' || named === 'false'
  return [named, ...(isNumber ? [Number(named)] : []), ...(isAnswer ? [named === 'true'] : [])]
}

type Members = Readonly<Record<string, Property>>

const bothKeys = ['renamedFrom', 'convert'] as const

interface WithoutEffect {
  readonly keys: readonly (typeof bothKeys)[number][]
  readonly why: string
}

function withoutEffect(members: Members | undefined, place: Place, { keys, why }: WithoutEffect): readonly Finding[] {
  return Object.entries(members ?? {}).flatMap(([field, property]) =>
    keys.flatMap((key): readonly Finding[] =>
      property[key] === undefined
        ? []
        : [{ place: [...place, field, key], at: 'key', code: 'no-effect', message: `${why}，「${key}」沒有作用，請移除` }],
    ),
  )
}

/** A key that is still an option cannot have become another one. */
export function renamedOptions({ options }: Dictionary): readonly Finding[] {
  return options.flatMap(({ key, name, renamedFrom }, index): readonly Finding[] => {
    if (renamedFrom === undefined) return []
    const isTaken = options.some((option) => option.key === renamedFrom)
    const twin = options.some((option, other) => other !== index && option.renamedFrom === renamedFrom)
    const why = name !== undefined ? '程式依此字典的代碼運作' : isTaken ? '它仍是一個選項' : twin ? '另一個選項也改名自它' : null
    if (why === null) return []
    return [{ place: ['options', index, 'renamedFrom'], code, message: `「${key}」不能改名自「${renamedFrom}」：${why}` }]
  })
}

/** Grants move along only with a screen of records without a table, whose rights stand in documents alone. */
export function renamedScreen({ screen, entity, names }: ScreenContext): readonly Finding[] {
  const { renamedFrom } = screen
  if (renamedFrom === undefined) return []
  const resource = resourceOf({ uri: renamedFrom })
  const isTaken = names.codeResources.has(resource) || names.screensByResource.has(resource)
  const isThere = names.screenDocuments.has(renamedFrom) ? '這個畫面還在' : isTaken ? `權限 ${resource} 還在使用` : null
  const why = entity.table === undefined ? isThere : `實體 ${entity.name} 有資料表，權限由程式使用`
  return why === null ? [] : [{ place: ['renamedFrom'], code, message: `畫面不能改名自「${renamedFrom}」：${why}` }]
}
