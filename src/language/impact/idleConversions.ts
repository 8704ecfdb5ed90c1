import type { Catalog } from '../catalog/catalog.ts'
import { hasSameShape, withChoicesOf } from '../conversion/shape.ts'
import type { Entity } from '../documents/entity.ts'
import { fieldRenames } from './renames.ts'

/** Says of conversions that a change asks for that there is nothing to convert: the values have fitted the field before. */
export function idleConversions([was, is]: readonly [Entity, Entity], before: Catalog, after: Catalog): readonly string[] {
  const formerOf = new Map([...fieldRenames(was, is)].map(([former, now]) => [now, former]))
  return Object.entries(is.properties).flatMap(([field, property]) => {
    const old = was.properties[formerOf.get(field) ?? field]
    const isAsked = property.convert !== undefined && JSON.stringify(property.convert) !== JSON.stringify(old?.convert)
    if (!isAsked || old === undefined) return []
    const isSame = hasSameShape(withChoicesOf(old, before.dictionaries), withChoicesOf(property, after.dictionaries))
    const name = `「${property.title ?? field}」（${field}）`
    return isSame ? [`警告：${name}的型別與選項沒有改，沒有需要轉換的，convert 沒有作用，請移除`] : []
  })
}
