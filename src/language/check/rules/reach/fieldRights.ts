import type { EntityContext } from '../../../catalog/known.ts'
import type { Entity, Property } from '../../../documents/entity.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { rightsMax } from '../../../resolve/fieldRights.ts'
import { checkPermission } from '../../permissionRule.ts'

/** What would tell something about a value to people who may not see it: a search, an error, an order. Or hides it already. */
const telling = ['x-search', 'x-unique', 'x-after', 'x-notBefore', 'x-from', 'x-mask', 'x-start'] as const

/** Checks the permissions of fields (`x-read`, `x-write`): that they can be kept, and that nothing else tells what they withhold. */
export function fieldRights({ entity, names }: EntityContext): readonly Finding[] {
  const guarded = Object.entries(entity.properties).filter(([, one]) => one['x-borrowed'] === undefined && hasRights(one))
  const permissions = new Set(guarded.flatMap(([, one]) => [one['x-read'] ?? [], one['x-write'] ?? []].flat()))
  return [
    ...guarded.flatMap(([field, property]) => {
      const place = ['properties', field]
      return [
        ...ownTable(entity, property, place),
        ...(['x-read', 'x-write'] as const).flatMap((key) => checkPermission(property[key] ?? '', [...place, key], names)),
        ...toldOtherwise(property, entity.properties, place),
        ...filledByOthers(property, place),
        ...namedElsewhere(field, property, entity),
      ]
    }),
    ...tooMany(permissions, entity),
    ...inside(entity.properties),
  ]
}

function hasRights(property: Property): boolean {
  return property['x-read'] !== undefined || property['x-write'] !== undefined
}

function keyOf(property: Property): 'x-read' | 'x-write' {
  return property['x-read'] === undefined ? 'x-write' : 'x-read'
}

function ownTable({ table }: Entity, property: Property, place: Place): readonly Finding[] {
  if (table === undefined) return []
  const message = `資料表 ${table} 的欄位由程式決定誰看得到；x-read、x-write 只用於沒有 table 的實體`
  return [{ place: [...place, keyOf(property)], at: 'key', code: 'field-right', message }]
}

function toldOtherwise(property: Property, siblings: Entity['properties'], place: Place): readonly Finding[] {
  if (property['x-read'] === undefined) return []
  const found = telling.filter((key) => property[key] !== undefined && property[key] !== false)
  const tells = found.map((key): Finding => {
    const message = `另須權限才看得到的欄位（x-read）不能有「${key}」：查詢、比較或訊息會透露它的內容`
    return { place: [...place, key], at: 'key', code: 'field-right', message }
  })
  const field = place[1]
  const compared = Object.entries(siblings).flatMap(([name, other]) =>
    (['x-after', 'x-notBefore'] as const).flatMap((key): readonly Finding[] =>
      other[key] === field
        ? [{ place: ['properties', name, key], code: 'field-right', message: `不能與「${field}」比較：錯誤訊息會透露它的內容（x-read）` }]
        : [],
    ),
  )
  return [...tells, ...compared]
}

function filledByOthers(property: Property, place: Place): readonly Finding[] {
  if (property['x-write'] === undefined || property['x-computed'] !== true) return []
  return [{ place: [...place, 'x-write'], at: 'key', code: 'no-effect', message: '由系統填入的欄位沒有人可以填，x-write 沒有作用，請移除' }]
}

/** Places that every user of the entity needs. */
function namedElsewhere(field: string, property: Property, entity: Entity): readonly Finding[] {
  const refuse = (named: string | undefined, place: Place, why: string): readonly Finding[] =>
    named === field ? [{ place, code: 'field-right', message: `「${field}」另須權限（${keyOf(property)}），${why}` }] : []
  return [
    ...refuse(entity.key, ['key'], '不能是 key'),
    ...refuse(entity.label, ['label'], '不能是 label'),
    ...refuse(entity.scope, ['scope'], '不能是 scope'),
    ...(entity.required ?? []).flatMap((named, index) => refuse(named, ['required', index], '沒有權限的人就無法存檔，不能列為必填')),
    ...(entity.unique ?? []).flatMap((fields, index) =>
      fields.flatMap((named, position) => refuse(named, ['unique', index, position], '重複時的訊息會透露內容，不能用於 unique')),
    ),
    ...Object.entries(entity.transitions ?? {}).flatMap(([step, transition]) => [
      ...refuse(transition.field, ['transitions', step, 'field'], '不能存放狀態'),
      ...(transition.notBy ?? []).flatMap((named, index) => refuse(named, ['transitions', step, 'notBy', index], '不能用於 notBy')),
    ]),
  ]
}

function tooMany(permissions: ReadonlySet<string>, { properties }: Entity): readonly Finding[] {
  if (permissions.size <= rightsMax) return []
  const [field = ''] = Object.entries(properties).find(([, property]) => hasRights(property)) ?? []
  const message = `欄位的權限最多 ${rightsMax} 種，此處有 ${[...permissions].join('、')}；請合併`
  return [{ place: ['properties', field], at: 'key', code: 'field-right', message }]
}

/** Rows are shown and filled in as a whole. */
function inside(properties: Entity['properties']): readonly Finding[] {
  return Object.entries(properties).flatMap(([field, { items }]) =>
    Object.entries(items?.properties ?? {}).flatMap(([member, property]): readonly Finding[] => {
      if (!hasRights(property)) return []
      const place = ['properties', field, 'items', 'properties', member, keyOf(property)]
      return [{ place, at: 'key', code: 'no-effect', message: '多列資料整份一起看與填寫，請把權限寫在清單欄位本身' }]
    }),
  )
}
