import type { EntityContext } from '../../../catalog/known.ts'
import type { PublishedTable, PublishedTransition } from '../../../catalog/publishedTable.ts'
import { commonProperties } from '../../../documents/commonProperties.ts'
import type { Entity, Transition } from '../../../documents/entity.ts'
import type { Predicate } from '../../../documents/predicate.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName } from '../../../findings/suggest.ts'

/**
 * Checks that the steps of a table are those of its area, with the same permission, states and conditions. A document words the steps and
 * may add conditions, but cannot open them to more people.
 */
export function entityTableSteps({ entity, names }: EntityContext): readonly Finding[] {
  const table = entity.table === undefined ? undefined : names.tables.get(entity.table)
  if (table === undefined) return []
  return [...checkSteps(entity, table), ...checkCondition('editable', entity, table), ...checkCondition('deletable', entity, table)]
}

function checkSteps(entity: Entity, table: PublishedTable): readonly Finding[] {
  const published = table.transitions ?? {}
  return Object.entries(entity.transitions ?? {}).flatMap(([name, transition]) => {
    const place = ['transitions', name]
    const own = Object.hasOwn(published, name) ? published[name] : undefined
    const fields = [...Object.keys(entity.properties), ...Object.keys(commonProperties)]
    if (own !== undefined) return checkStep(transition, { own, table, fields }, place)
    const message = `資料表 ${table.table} 沒有狀態轉換「${name}」`
    return [{ place, at: 'key' as const, code: 'unpublished-transition', ...unknownName(message, name, Object.keys(published)) }]
  })
}

/** Stored by the engine itself with the step of this name. */
const rejectReason = 'rejectReason'

interface StepOfTable {
  readonly own: PublishedTransition
  readonly table: PublishedTable
  /** Fields of the entity, which an input of the same name would write. */
  readonly fields: readonly string[]
}

function checkStep(transition: Transition, { own, table: { table, state }, fields }: StepOfTable, place: Place): readonly Finding[] {
  const finding = (key: keyof PublishedTransition | 'field', expected: string): Finding => ({
    place: key in transition ? [...place, key] : place,
    code: 'opened-transition',
    message: `資料表 ${table} 的此狀態轉換，${key} 應為 ${expected}`,
  })
  const fillable = [...(own.fills ?? []), ...(place.at(-1) === 'reject' ? [rejectReason] : [])]
  const written = Object.keys(transition.input?.properties ?? {}).filter((name) => fields.includes(name) && !fillable.includes(name))
  const missing = (own.notBy ?? []).filter((field) => !transition.notBy?.includes(field))
  const foreign = transition.from.filter((state) => !own.from.includes(state))
  return [
    ...(transition.field === state ? [] : [finding('field', `"${state}"`)]),
    ...(transition.permission === own.permission ? [] : [finding('permission', `"${own.permission}"`)]),
    ...(foreign.length === 0 ? [] : [finding('from', JSON.stringify(own.from))]),
    ...(transition.to === own.to ? [] : [finding('to', `"${own.to}"`)]),
    ...(missing.length === 0 ? [] : [finding('notBy', JSON.stringify(own.notBy))]),
    ...written.map((name): Finding => {
      const message = `資料表 ${table} 的此狀態轉換不可填寫欄位「${name}」；請改用其他名稱，或在修改表單填寫`
      return { place: [...place, 'input', 'properties', name], at: 'key', code: 'opened-transition', message }
    }),
    ...(own.guard === undefined || keeps(transition.guard, own.guard) ? [] : [finding('guard', JSON.stringify(own.guard))]),
  ]
}

function checkCondition(key: 'editable' | 'deletable', entity: Entity, table: PublishedTable): readonly Finding[] {
  const own = table[key]
  if (own === undefined || entity.readonly === true || keeps(entity[key], own)) return []
  const place = entity[key] === undefined ? ['table'] : [key]
  return [{ place, code: 'opened-record', message: `資料表 ${table.table} 的 ${key} 應為 ${JSON.stringify(own)}` }]
}

/** True when a condition is the demanded one, or the demanded one with additional conditions. */
function keeps(given: Predicate | undefined, demanded: Predicate): boolean {
  if (given === undefined) return false
  return sameValue(given, demanded) || (given.$all ?? []).some((part) => keeps(part, demanded))
}

function sameValue(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const keys = Object.keys(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameValue(one[key as keyof typeof one], other[key as keyof typeof other]))
  )
}
