import { isChangeDecision } from '../../../../rules/waitingChange.ts'
import type { EntityContext, Names } from '../../../catalog/known.ts'
import { commonProperties } from '../../../documents/commonProperties.ts'
import type { Entity, Transition } from '../../../documents/entity.ts'
import { decidesChanges } from '../../../entity/changeDecisions.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName, withSuggestion } from '../../../findings/suggest.ts'
import { isBuiltIn } from '../../../resolve/actions.ts'
import { checkPermission } from '../../permissionRule.ts'
import { checkOption } from '../../predicateRule.ts'
import { takenNames } from '../entity/entityShape.ts'

/** Checks transitions: no name of a built-in action, an existing text field with known states, and a valid `notBy`. */
export function entityTransitions({ entity, names }: EntityContext): readonly Finding[] {
  return Object.entries(entity.transitions ?? {}).flatMap(([name, transition]) => {
    const place = ['transitions', name]
    const property = entity.properties[transition.field]
    const found: Finding[] = []
    if (isBuiltIn(name) || (isChangeDecision(name) && decidesChanges(entity)))
      found.push({ place, at: 'key', code: 'duplicate-name', message: `「${name}」是內建動作的名稱，狀態轉換請改用其他名稱` })
    if (property !== undefined && property.type !== 'string') {
      found.push({ place: [...place, 'field'], code: 'wrong-type', message: `狀態欄位「${transition.field}」的型別應為 string` })
    } else if (property !== undefined) {
      found.push(...transition.from.flatMap((state, index) => checkOption(state, property, [...place, 'from', index], names)))
      found.push(...checkOption(transition.to, property, [...place, 'to'], names))
    }
    found.push(...protectedInputs(transition, [...place, 'input', 'properties'], entity))
    found.push(...unprovenMakers(transition, [...place, 'notBy'], entity, names))
    found.push(...unknownInText(transition.confirm, [...place, 'confirm'], [entity]))
    found.push(...checkPermission(transition.permission, [...place, 'permission'], names))
    return found
  })
}

/** Fields that only the server fills: an input of the same name would let the person who acts write who acted, or the state. */
const filledByServer: readonly string[] = [...Object.keys(commonProperties), 'submittedBy', 'submittedAt', 'approvedBy', 'approvedAt']

/** An input is stored under its name, so in an entity without a table it may not be a field that something else guards. */
function protectedInputs({ input }: Transition, place: Place, { table, properties, scope, transitions = {} }: Entity): readonly Finding[] {
  if (table !== undefined) return []
  const states = Object.values(transitions).map(({ field }) => field)
  return Object.keys(input?.properties ?? {}).flatMap((name): readonly Finding[] => {
    if (takenNames.includes(name)) return []
    const isApproved = Object.hasOwn(properties, name) && properties[name]?.['x-approval'] === true
    if (!filledByServer.includes(name) && !states.includes(name) && name !== scope && !isApproved) return []
    const why = isApproved ? '的修改須第二人核准' : name === scope ? '決定資料屬於誰' : '只由系統填寫'
    return [{ place: [...place, name], at: 'key', code: 'reserved-name', message: `欄位「${name}」${why}，狀態轉換的輸入不可使用這個名稱` }]
  })
}

/** Fields that the server fills with the user of a step, by the name of the step. */
const filledBySteps = { submit: 'submittedBy', approve: 'approvedBy' } as const

/** Fields in `notBy` must be filled by the server. A field that stays empty, or that users fill in, would stop nobody. */
function unprovenMakers({ notBy = [] }: Transition, place: Place, entity: Entity, names: Names): readonly Finding[] {
  const bySteps = Object.entries(filledBySteps).flatMap(([step, field]) => (Object.hasOwn(entity.transitions ?? {}, step) ? [field] : []))
  const filled = ['createdBy', 'updatedBy', ...bySteps, ...stampedUsers(entity), ...(names.tables.get(entity.table ?? '')?.actors ?? [])]
  return notBy.flatMap((field, index): readonly Finding[] => {
    const here = [...place, index]
    const property = entity.properties[field]
    if (filled.includes(field)) {
      if (property === undefined || property['x-computed'] === true) return []
      return [{ place: here, code: 'unproven-maker', message: `「${field}」可由人員填寫，不能用於 notBy；請加上 "x-computed": true` }]
    }
    const message = `沒有任何動作會填入「${field}」，notBy 擋不住任何人`
    return [{ place: here, code: 'unproven-maker', ...unknownName(message, field, filled) }]
  })
}

/** Fields that steps fill with the user who takes them, and none with what somebody enters. */
function stampedUsers({ transitions = {} }: Entity): readonly string[] {
  const stamps = Object.values(transitions).flatMap(({ stamp }) => Object.entries(stamp ?? {}))
  const entered = new Set(stamps.filter(([, source]) => source.startsWith('input.')).map(([field]) => field))
  return stamps.filter(([field, source]) => source === 'user' && !entered.has(field)).map(([field]) => field)
}

/** `{n}` is replaced by the number of records. */
const recordCount = 'n'

/**
 * `{field}` in a question is replaced by a value of the record, so the field must exist. What several entities do not have is one mistake.
 *
 * @param entities of which the question is asked
 */
export function unknownInText(text: string | undefined, place: Place, entities: readonly Entity[]): readonly Finding[] {
  const names = [...(text ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => name !== recordCount)
  return names.flatMap((name) => entities.flatMap((entity) => checkInText(name, place, entity)).slice(0, 1))
}

function checkInText(name: string, place: Place, { name: entityName, properties }: Entity): readonly Finding[] {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (property === undefined) {
    const message = `確認文字中的 {${name}} 不是實體 ${entityName} 的欄位`
    return [{ place, code: 'unknown-field', message, ...withSuggestion(name, Object.keys(properties)) }]
  }
  if (property['x-read'] === undefined) return []
  return [{ place, code: 'field-right', message: `確認文字不能有 {${name}}：另須權限才看得到（x-read）` }]
}
