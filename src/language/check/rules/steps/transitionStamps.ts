import type { EntityContext } from '../../../catalog/known.ts'
import { commonProperties } from '../../../documents/commonProperties.ts'
import type { Entity, Property, Transition } from '../../../documents/entity.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName } from '../../../findings/suggest.ts'
import { checkField } from '../../fieldRule.ts'

/** Checks what transitions write by themselves: into which fields, and whether the value fits. */
export function transitionStamps({ entity }: EntityContext): readonly Finding[] {
  return Object.entries(entity.transitions ?? {}).flatMap(([name, transition]) => {
    if (transition.stamp === undefined) return []
    const place = ['transitions', name, 'stamp']
    if (entity.table !== undefined) {
      const message = `資料表 ${entity.table} 的欄位由程式填寫；stamp 只用於沒有 table 的實體，請移除`
      return [{ place, at: 'key' as const, code: 'opened-transition', message }]
    }
    return Object.entries(transition.stamp).flatMap(([field, source]) => checkStamp(entity, transition, { field, source, place }))
  })
}

interface Stamp {
  readonly field: string
  readonly source: string
  readonly place: Place
}

function checkStamp(entity: Entity, transition: Transition, { field, source, place }: Stamp): readonly Finding[] {
  const unknown = checkField(field, [...place, field], entity, 'key')
  const property = entity.properties[field]
  if (unknown.length > 0 || property === undefined) return unknown.length > 0 ? unknown : [reserved(field, '每一筆都由系統記錄', place)]
  if (Object.hasOwn(commonProperties, field)) return [reserved(field, '每一筆都由系統記錄', place)]
  if (Object.values(entity.transitions ?? {}).some((one) => one.field === field)) return [reserved(field, '存放狀態', place)]
  if (field === entity.scope) return [reserved(field, '決定資料屬於誰', place)]
  if (property['x-approval'] === true) return [reserved(field, '的修改須第二人核准', place)]
  if (source === 'none') return cleared(entity, field, place)
  const written = source.startsWith('input.') ? inputOf(transition, source, [...place, field]) : kinds[source]
  if (written === undefined) return []
  if ('code' in written) return [written]
  const filledByPeople = property['x-computed'] !== true && !source.startsWith('input.')
  return [
    ...(kindOf(property) === kindOf(written) ? [] : [wrongType(field, source, [...place, field], written)]),
    ...(filledByPeople ? [open(field, place)] : []),
  ]
}

type Kind = Pick<Property, 'type' | 'format'>

/** The values that a step knows by itself. */
const kinds: Readonly<Record<string, Kind>> = {
  user: { type: 'string' },
  now: { type: 'string', format: 'date-time' },
  today: { type: 'string', format: 'date' },
}

const kindOf = ({ type, format }: Kind) => `${type} ${format === 'date' || format === 'date-time' ? format : ''}`

function inputOf({ input }: Transition, source: string, place: Place): Property | Finding {
  const name = source.slice('input.'.length)
  const given = input?.properties ?? {}
  if (Object.hasOwn(given, name)) return given[name] as Property
  return { place, code: 'unknown-field', ...unknownName(`此狀態轉換沒有輸入欄位「${name}」`, name, Object.keys(given)) }
}

const reserved = (field: string, why: string, place: Place): Finding => ({
  ...{ place: [...place, field], at: 'key', code: 'reserved-name', message: `欄位「${field}」${why}，不能用於 stamp` },
})

const open = (field: string, place: Place): Finding => ({
  ...{ place: [...place, field], at: 'key', code: 'unproven-maker' },
  message: `「${field}」由系統填入，請加上 "x-computed": true，人員才不能改寫`,
})

const wrongType = (field: string, source: string, place: Place, { type, format }: Kind): Finding => ({
  ...{ place, code: 'wrong-type' },
  message: `「${source}」是 ${type}${format ? `（${format}）` : ''}，與欄位「${field}」的型別不同`,
})

function cleared(entity: Entity, field: string, place: Place): readonly Finding[] {
  if (!entity.required?.includes(field)) return []
  return [{ place: [...place, field], code: 'impossible-value', message: `「${field}」是必填欄位，不能清空` }]
}
