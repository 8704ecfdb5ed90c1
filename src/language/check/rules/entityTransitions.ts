import type { Entity } from '../../documents/entity.ts'
import { isBuiltIn } from '../../resolve/actions.ts'
import type { EntityContext } from '../known.ts'
import { checkPermission } from '../permissionRule.ts'
import { checkOption } from '../predicateRule.ts'
import type { Finding } from '../source.ts'

/** Transitions do not take the name of a built-in action, move a text field, and know their states. */
export function entityTransitions({ entity, names }: EntityContext): readonly Finding[] {
  return Object.entries(entity.transitions ?? {}).flatMap(([name, transition]) => {
    const place = ['transitions', name]
    const property = entity.properties[transition.field]
    const found: Finding[] = []
    if (isBuiltIn(name))
      found.push({ place, at: 'key', code: 'duplicate-name', message: `「${name}」是內建動作的名稱，狀態轉換請改用其他名稱` })
    if (property !== undefined && property.type !== 'string') {
      found.push({ place: [...place, 'field'], code: 'wrong-type', message: `狀態欄位「${transition.field}」的型別應為 string` })
    } else if (property !== undefined) {
      found.push(...transition.from.flatMap((state, index) => checkOption(state, property, [...place, 'from', index], names)))
      found.push(...checkOption(transition.to, property, [...place, 'to'], names))
    }
    found.push(...unknownInText(transition.confirm, [...place, 'confirm'], entity))
    found.push(...checkPermission(transition.permission, [...place, 'permission'], names))
    return found
  })
}

/** `{n}` stands for the number of records. */
const recordCount = 'n'

/** `{field}` in a question is filled from the record. */
export function unknownInText(text: string | undefined, place: Finding['place'], entity: Entity): readonly Finding[] {
  const names = [...(text ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return names
    .filter((name) => name !== recordCount && !Object.hasOwn(entity.properties, name))
    .map((name) => ({ place, code: 'unknown-field', message: `確認文字中的 {${name}} 不是實體 ${entity.name} 的欄位` }))
}
