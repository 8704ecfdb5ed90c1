import type { EntityContext } from '../../../catalog/known.ts'
import type { Entity, Property } from '../../../documents/entity.ts'
import { displayFormatOf, findProperty } from '../../../entity/property.ts'
import type { Finding, Place } from '../../../findings/source.ts'

/** Checks the types of fields with a special role in an entity (key, label, scope, makers, ends of a range). */
export function entityShape({ entity }: EntityContext): readonly Finding[] {
  return [
    ...expectType(entity, { field: entity.key, place: ['key'], types: ['string', 'integer'], why: 'key 是大家稱呼這筆資料的編號' }),
    ...expectType(entity, { field: entity.label, place: ['label'], types: ['string', 'integer'], why: 'label 是顯示用的名稱' }),
    ...readableLabel(entity),
    ...expectType(entity, { field: entity.scope, place: ['scope'], types: ['string'], why: 'scope 存放特約商代號' }),
    ...expectType(entity, { field: entity.versionOf, place: ['versionOf'], types: ['integer'], why: 'versionOf 存放前一版的識別碼' }),
    ...Object.entries(entity.transitions ?? {}).flatMap(([name, transition]) => [
      ...(transition.notBy ?? []).flatMap((field, index) =>
        expectType(entity, { field, place: ['transitions', name, 'notBy', index], types: ['string'], why: 'notBy 的欄位存放人員帳號' }),
      ),
      ...inputNames(transition.input?.properties, ['transitions', name, 'input', 'properties']),
    ]),
    ...orderedPairs(entity.properties, ['properties']),
    ...(entity.unique ?? []).flatMap((fields, index) =>
      fields.flatMap((field, position) =>
        expectType(entity, {
          field,
          place: ['unique', index, position],
          types: ['string', 'integer', 'number', 'boolean'],
          why: 'unique 的欄位須是單一的值',
        }),
      ),
    ),
  ]
}

/** The label stands in titles, links, cards and confirmations. */
function readableLabel(entity: Entity): readonly Finding[] {
  const property = findProperty(entity, entity.label)
  if (property?.type !== 'string') return []
  if (property['x-mask'] !== 'secret' && !['image', 'html', 'json'].includes(displayFormatOf(property))) return []
  const message = `label 是顯示用的名稱，不能是圖片、格式文字、JSON 或機密：「${entity.label}」；請改寫大家認得的欄位`
  return [{ place: ['label'], code: 'wrong-type', message }]
}

interface ExpectTypeInput {
  readonly field: string | undefined
  readonly place: Place
  readonly types: readonly Property['type'][]
  readonly why: string
}

function expectType(entity: Entity, { field, place, types, why }: ExpectTypeInput): readonly Finding[] {
  const property = field === undefined ? undefined : findProperty(entity, field)
  if (property === undefined || types.includes(property.type)) return []
  return [{ place, code: 'wrong-type', message: `${why}，型別應為 ${types.join(' 或 ')}，「${field}」是 ${property.type}` }]
}

/** Names that a call uses itself. An input field with such a name would be lost. */
export const takenNames: readonly string[] = ['id', 'ids', 'query', 'rowVersion', 'transition']

/** Also used for the input forms of screen actions. */
export function inputNames(properties: object | undefined, place: Place): readonly Finding[] {
  return Object.keys(properties ?? {}).flatMap((field): readonly Finding[] =>
    takenNames.includes(field)
      ? [{ place: [...place, field], at: 'key', code: 'reserved-name', message: `「${field}」是呼叫本身使用的名稱，請改用其他欄位名稱` }]
      : [],
  )
}

/** `x-after` and `x-notBefore` must compare values of the same type. */
function orderedPairs(properties: Readonly<Record<string, Property>>, place: Place): readonly Finding[] {
  return Object.entries(properties).flatMap(([field, property]) => {
    const keys = (['x-after', 'x-notBefore'] as const).flatMap((key): readonly Finding[] => {
      const other = properties[property[key] ?? '']
      if (other === undefined || (key === 'x-after' && property.type !== 'string') || orderOf(other) === orderOf(property)) return []
      const message = `「${field}」與「${property[key]}」的型別不同，不能比較先後；兩者須同為日期、時間、月份或數字`
      return [{ place: [...place, field, key], code: 'wrong-type', message }]
    })
    const dates: readonly Finding[] =
      property['x-after'] !== undefined && property.type === 'string' && property.format !== 'date' && property.format !== 'date-time'
        ? [
            {
              place: [...place, field, 'x-after'],
              at: 'key',
              code: 'keyword-not-for-type',
              message: 'x-after 只能用於日期或時間欄位；數字與月份請用 x-notBefore',
            },
          ]
        : []
    return [...keys, ...dates, ...orderedPairs(property.items?.properties ?? {}, [...place, field, 'items', 'properties'])]
  })
}

function orderOf({ type, format }: Property): string {
  if (type === 'integer' || type === 'number') return 'number'
  return format ?? type
}
