import type { Entity, Property } from '../../../documents/entity.ts'
import type { Finding, Place } from '../../../findings/source.ts'

/** A key by which the system fills a field, so that nobody and nothing else may. */
export interface SystemFilled {
  readonly key: 'x-formula' | 'x-number' | 'x-rollup'
  /** What people call it. */
  readonly name: string
  readonly code: string
  /** What such a field may have or be all the same. */
  readonly allowed: readonly (keyof Property | 'key' | 'unique')[]
}

/** Keys of a field that nobody fills in. */
const keysOfInput = [
  ...['default', 'minimum', 'maximum', 'exclusiveMinimum', 'minLength', 'enum', 'const', 'x-unique', 'x-immutable', 'x-mask'],
  ...['x-approval', 'x-today', 'x-me', 'x-start', 'x-single', 'x-after', 'x-notBefore', 'x-from', 'x-widget'],
] as readonly (keyof Property)[]

export function uselessKeys(property: Property, place: Place, { name, code, allowed }: SystemFilled): readonly Finding[] {
  const found = keysOfInput.filter((key) => property[key] !== undefined && !allowed.includes(key))
  const useless = found.map((key): Finding => {
    return { place: [...place, key], at: 'key', code: 'no-effect', message: `${name}的欄位不由人填寫，「${key}」沒有作用，請移除` }
  })
  if (property['x-computed'] !== false) return useless
  const message = `${name}的欄位一定由系統計算；請移除 "x-computed": false`
  return [...useless, { place: [...place, 'x-computed'], code, message }]
}

/** Places that need a value of somebody, or one that stays. */
export function filledElsewhere(entity: Entity, { key, name, code, allowed }: SystemFilled): readonly Finding[] {
  const isFilled = (field: string | undefined) => field !== undefined && own(entity.properties, field)?.[key] !== undefined
  const refuse = (field: string | undefined, place: Place, why: string, at: Finding['at'] = 'value'): readonly Finding[] =>
    isFilled(field) ? [{ place, at, code, message: `「${field}」由${name}計算，${why}` }] : []
  const unique = (entity.unique ?? []).flatMap((fields, index) =>
    fields.flatMap((field, position) => refuse(field, ['unique', index, position], '不能用於 unique')),
  )
  return [
    ...(allowed.includes('key') ? [] : refuse(entity.key, ['key'], '不能是 key：編號不可隨其他欄位改變')),
    ...refuse(entity.scope, ['scope'], '不能是 scope'),
    ...refuse(entity.versionOf, ['versionOf'], '不能是 versionOf'),
    ...(allowed.includes('unique') ? [] : unique),
    ...Object.entries(entity.when ?? {}).flatMap(([field, conditions]) =>
      (['required', 'readonly'] as const).flatMap((condition) =>
        conditions[condition] === undefined ? [] : refuse(field, ['when', field, condition], `不由人填寫，「${condition}」沒有作用`, 'key'),
      ),
    ),
    ...Object.entries(entity.transitions ?? {}).flatMap(([step, { field, stamp, input }]) => [
      ...refuse(field, ['transitions', step, 'field'], '不能存放狀態'),
      ...Object.keys(stamp ?? {}).flatMap((one) => refuse(one, ['transitions', step, 'stamp', one], '不能由步驟寫入', 'key')),
      ...Object.keys(input?.properties ?? {}).flatMap((one) =>
        refuse(one, ['transitions', step, 'input', 'properties', one], '不能由步驟的輸入寫入；請另取名稱', 'key'),
      ),
    ]),
  ]
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
