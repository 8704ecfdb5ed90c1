import type { EntityContext } from '../../../catalog/known.ts'
import { type PublishedTable, publishedFields } from '../../../catalog/publishedTable.ts'
import { commonProperties } from '../../../documents/commonProperties.ts'
import type { Property } from '../../../documents/entity.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName } from '../../../findings/suggest.ts'

/** Checks that an entity with a table has only published fields, with the protection that the area demands. */
export function entityTableFields({ entity, names }: EntityContext): readonly Finding[] {
  const table = entity.table === undefined ? undefined : names.tables.get(entity.table)
  if (table === undefined) return []
  const known = publishedFields(table)
  return Object.entries(entity.properties).flatMap(([field, property]) => {
    if (Object.hasOwn(commonProperties, field)) return []
    const place = ['properties', field]
    if (known.includes(field)) return checkGuards(field, property, place, table)
    const message = `資料表 ${table.table} 的欄位「${field}」沒有開放給畫面文件`
    return [{ place, at: 'key' as const, code: 'unpublished-field', ...unknownName(message, field, known) }]
  })
}

function checkGuards(field: string, property: Property, place: Place, table: PublishedTable): readonly Finding[] {
  const isComputed = property['x-computed'] === true || table.readonly === true
  const found: Finding[] = []
  const demand = (key: string, value: unknown, why: string): void => {
    const message = `資料表 ${table.table} 的欄位「${field}」${why}，須寫 "${key}": ${JSON.stringify(value)}`
    found.push({ place: key in property ? [...place, key] : place, code: 'unguarded-field', message })
  }
  if (table.shown?.includes(field) && !isComputed) demand('x-computed', true, '由伺服器填寫')
  if (table.once?.includes(field) && !isComputed && property['x-immutable'] !== true) demand('x-immutable', true, '新增後不可修改')
  if (table.approved?.includes(field) && !isComputed && property['x-approval'] !== true) demand('x-approval', true, '修改須第二人核准')
  const mask = table.masks?.[field]
  if (mask !== undefined && property['x-mask'] !== mask) demand('x-mask', mask, '是個人資料或機密')
  return found
}
