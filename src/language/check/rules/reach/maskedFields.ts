import type { EntityContext } from '../../../catalog/known.ts'
import type { Entity, Property } from '../../../documents/entity.ts'
import { isMasked, tellingKeywords } from '../../../entity/maskedFields.ts'
import { findProperty } from '../../../entity/property.ts'
import type { Finding, Place } from '../../../findings/source.ts'

/** Checks that an entity uses masked fields in no way that reveals a part of a value: no key, range, combination, search or order. */
export function maskedFields({ entity }: EntityContext): readonly Finding[] {
  return [
    ...findingsOfMaskedPart(entity, entity.key, ['key'], 'key 會出現在訊息、紀錄與排序中'),
    ...findingsOfMaskedPart(entity, entity.scope, ['scope'], 'scope 會用於查詢'),
    ...(entity.unique ?? []).flatMap((fields, index) =>
      fields.flatMap((field, position) => findingsOfMaskedPart(entity, field, ['unique', index, position], '重複時的訊息會透露內容')),
    ),
    ...keywordsOf(entity.properties, ['properties']),
  ]
}

function findingsOfMaskedPart(entity: Entity, field: string | undefined, place: Place, why: string): readonly Finding[] {
  const property = field === undefined ? undefined : findProperty(entity, field)
  if (property === undefined || !isMasked(property)) return []
  return [{ place, code: 'masked-field', message: `${why}，不可使用遮罩欄位「${field}」` }]
}

function keywordsOf(properties: Readonly<Record<string, Property>>, place: Place): readonly Finding[] {
  return Object.entries(properties).flatMap(([field, property]) => [
    ...tellingOf(field, property, properties, [...place, field]),
    ...keywordsOf(property.properties ?? {}, [...place, field, 'properties']),
    ...keywordsOf(property.items?.properties ?? {}, [...place, field, 'items', 'properties']),
  ])
}

/** Formats with an order; a masked date could be guessed by ranges. */
const ordered: readonly (string | undefined)[] = ['date', 'date-time', 'month', 'hour']

function tellingOf(field: string, property: Property, others: Readonly<Record<string, Property>>, place: Place): readonly Finding[] {
  const compared = (['x-after', 'x-notBefore'] as const).filter((key) => {
    const other = others[property[key] ?? '']
    return other !== undefined && isMasked(other)
  })
  const telling = isMasked(property) ? tellingKeywords.filter((key) => property[key] !== undefined) : compared
  const message = (key: string) => `遮罩欄位不可使用「${key}」：查詢、比較或訊息會透露遮罩的內容`
  const found = telling.map((key): Finding => ({ place: [...place, key], at: 'key', code: 'masked-field', message: message(key) }))
  if (!isMasked(property) || !ordered.includes(property.format)) return found
  return [...found, { place: [...place, 'x-mask'], at: 'key', code: 'masked-field', message: `欄位「${field}」是日期或時間，不可遮罩` }]
}
