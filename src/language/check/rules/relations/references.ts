import type { EntityContext, Names } from '../../../catalog/known.ts'
import type { Entity, Property } from '../../../documents/entity.ts'
import type { Reference } from '../../../documents/relations.ts'
import { isMasked } from '../../../entity/maskedFields.ts'
import { findProperty } from '../../../entity/property.ts'
import { type ReferenceField, referencesOf, referencesOfInput, whyNotShown } from '../../../entity/references.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName } from '../../../findings/suggest.ts'
import { unknownField } from '../../fieldRule.ts'
import { checkPredicate } from '../../predicateRule.ts'

/**
 * Checks fields that refer to records of other entities: that these can be named by their key for good, that nobody sees or names through
 * them what belongs to others, and that a deletion leaves nothing wrong behind.
 */
export function references(context: EntityContext): readonly Finding[] {
  const { entity } = context
  const own = referencesOf(entity.properties).flatMap((one) => {
    const place = placeOf(one)
    const at = [...place, 'x-ref']
    return [...checkReference(one, place, context), ...onDelete(one, entity, at), ...neverFirst(one, context, at)]
  })
  const asked = Object.entries(entity.transitions ?? {}).flatMap(([step, { input }]) =>
    (input === undefined ? [] : referencesOfInput(input)).flatMap((one) => {
      const place = ['transitions', step, 'input', 'properties', one.field]
      return [...checkReference(one, place, context), ...ofInput(one, [...place, 'x-ref'])]
    }),
  )
  return [...own, ...asked]
}

function checkReference(one: ReferenceField, place: Place, { entity, names }: EntityContext): readonly Finding[] {
  const at = [...place, 'x-ref']
  const own = [...uselessKeys(one.property, place), ...ownTable(entity, at)]
  const other = names.entities.get(one.reference.entity)
  if (other === undefined) return [...own, ...missingEntity(one.reference, at, names)]
  return [
    ...own,
    ...keyOf(other, at),
    ...tableOf(other, at, names),
    ...scopes(entity, other, at),
    ...shown(one.reference, other, at),
    ...checkPredicate(one.reference.filter, [...at, 'filter'], { entity: other, names, roots: ['row'] }),
  ]
}

/** A record that needs one which needs it, or one of its own kind: there is no first one, so none can ever be created. */
function neverFirst({ list, field, reference }: ReferenceField, { entity, names }: EntityContext, place: Place): readonly Finding[] {
  if (list !== undefined || !entity.required?.includes(field)) return []
  const way = wayBack(reference.entity, entity.name, names)
  if (way === null) return []
  const title = findProperty(entity, field)?.title ?? field
  const message =
    way.length === 1
      ? `「${title}」必填而且參照自己這個實體，第一筆永遠無法新增；請把它移出 required`
      : `「${title}」必填，而${way.map((name) => `「${names.entities.get(name)?.title ?? name}」`).join('又須先有')}，第一筆永遠無法新增；` +
        '請把其中一個參照移出 required'
  return [{ place, at: 'key', code: 'reference-circle', message }]
}

/** The entities on the way of required references from one entity to another, both included; null when there is none. */
function wayBack(from: string, to: string, names: Names, seen = new Set<string>()): readonly string[] | null {
  if (from === to) return [to]
  const entity = names.entities.get(from)
  if (entity === undefined || seen.has(from)) return null
  seen.add(from)
  const needed = referencesOf(entity.properties).filter(({ list, field }) => list === undefined && entity.required?.includes(field))
  for (const { reference } of needed) {
    const rest = wayBack(reference.entity, to, names, seen)
    if (rest !== null) return [from, ...rest]
  }
  return null
}

/** A step asks once; what it stores is a field with a reference of its own. */
function ofInput({ reference: { show, onDelete: removed } }: ReferenceField, at: Place): readonly Finding[] {
  const found = [...(show === undefined ? [] : ['show']), ...(removed === undefined ? [] : ['onDelete'])]
  return found.map((key) => {
    const message = `步驟的輸入只在當下填寫，「${key}」沒有作用，請移除`
    return { place: [...at, key], at: 'key', code: 'no-effect', message }
  })
}

function placeOf({ list, field }: ReferenceField): Place {
  return list === undefined ? ['properties', field] : ['properties', list, 'items', 'properties', field]
}

/** What says where the value comes from, or what it may be, otherwise than by the reference. */
const otherSources = [
  ...['format', 'enum', 'const', 'default', 'x-dictionary', 'x-mask', 'x-from', 'x-after', 'x-notBefore', 'x-tags'],
  ...['x-formula', 'x-number', 'x-computed'],
] as readonly (keyof Property)[]

function uselessKeys(property: Property, place: Place): readonly Finding[] {
  const found = otherSources.filter((key) => property[key] !== undefined && property[key] !== false)
  return found.map((key) => {
    const message = `參照（x-ref）的值由人從另一個實體挑選，不能有「${key}」，請移除其一`
    return { place: [...place, key], at: 'key', code: 'reference-input', message }
  })
}

function ownTable({ table }: Entity, place: Place): readonly Finding[] {
  if (table === undefined) return []
  return [
    {
      place,
      at: 'key',
      code: 'reference-input',
      message: `資料表 ${table} 由程式檢查它的值；x-ref 只用於沒有 table 的實體，要連到另一筆資料請用 x-link`,
    },
  ]
}

function missingEntity({ entity }: Reference, place: Place, names: Names): readonly Finding[] {
  if (names.brokenEntities.has(entity)) return []
  return [{ place: [...place, 'entity'], code: 'unknown-entity', ...unknownName(`沒有實體「${entity}」`, entity, names.entities.keys()) }]
}

/** The key is stored in other records, so it must name one record, for ever, and be no secret. */
function keyOf({ name, title, key, properties }: Entity, place: Place): readonly Finding[] {
  const property = findProperty({ properties }, key)
  if (property === undefined) return []
  const at = { place: [...place, 'entity'], code: 'reference-key' }
  const what = `「${title}」（${name}）的 key「${key}」`
  if (property.type !== 'string') return [{ ...at, message: `${what}不是文字，不能參照` }]
  if (isMasked(property)) return [{ ...at, message: `${what}是遮罩欄位，不能參照` }]
  if (property['x-unique'] !== true) return [{ ...at, message: `${what}可能重複，不能參照；請先加上 "x-unique": true` }]
  if (property['x-immutable'] === true || property['x-computed'] === true) return []
  return [{ ...at, message: `${what}可以修改，改了就找不到；請先加上 "x-immutable": true，或改用自動編號（x-number）` }]
}

function tableOf({ table }: Entity, place: Place, names: Names): readonly Finding[] {
  const published = table === undefined ? undefined : names.tables.get(table)
  if (published === undefined || published.elsewhere === 'read') return []
  return [{ place: [...place, 'entity'], code: 'table-not-here', message: `資料表 ${table} 不開放給其他畫面，不能參照` }]
}

/** Merchants see the records of an entity with a scope. All that these name must belong to the same merchant. */
function scopes(entity: Entity, other: Entity, place: Place): readonly Finding[] {
  if (entity.scope === undefined || other.scope !== undefined) return []
  const message = `特約商看得到這個實體（scope），但「${other.title}」不以特約商區分，特約商會看到別人的資料；只能參照有 scope 的實體`
  return [{ place: [...place, 'entity'], code: 'wrong-scope', message }]
}

function shown({ show = [] }: Reference, other: Entity, place: Place): readonly Finding[] {
  return show.flatMap((field, index): readonly Finding[] => {
    const at = [...place, 'show', index]
    const property = findProperty(other, field)
    if (property === undefined) {
      return [{ place: at, code: 'unknown-field', ...unknownField(`實體 ${other.name} 沒有欄位「${field}」`, field, other) }]
    }
    const why = whyNotShown(property)
    return why === null ? [] : [{ place: at, code: 'not-shown', message: `「${field}」${why}` }]
  })
}

function onDelete({ list, field, property, reference }: ReferenceField, { required = [] }: Entity, at: Place): readonly Finding[] {
  if (reference.onDelete !== 'clear') return []
  const place = [...at, 'onDelete']
  const finding = (message: string): readonly Finding[] => [{ place, code: 'reference-clear', message, suggestion: 'refuse' }]
  if (list !== undefined) return finding('多列資料的參照不能在刪除時清空，請改為 refuse')
  if (required.includes(field)) return finding(`「${field}」為必填，不能在刪除時清空，請改為 refuse`)
  return property['x-immutable'] === true ? finding(`「${field}」新增後不可修改，不能在刪除時清空，請改為 refuse`) : []
}
