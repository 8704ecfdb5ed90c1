import type { EntityContext, Names } from '../../../catalog/known.ts'
import type { Entity, Property } from '../../../documents/entity.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName } from '../../../findings/suggest.ts'
import { checkOption } from '../../predicateRule.ts'

/**
 * Checks the field of the states of an entity without a table: its values are listed, only steps change it, and every record begins in a
 * state. With a form that may write the state, whoever may edit could approve; without a first state, no step could ever be taken.
 */
export function stateFields({ entity, names }: EntityContext): readonly Finding[] {
  const transitions = Object.entries(entity.transitions ?? {})
  return [...new Set(transitions.map(([, { field }]) => field))].flatMap((field): readonly Finding[] => {
    const property = Object.hasOwn(entity.properties, field) ? entity.properties[field] : undefined
    if (property === undefined || property.type !== 'string') return []
    if (property.enum === undefined && property['x-dictionary'] === undefined) return [withoutStates(field)]
    if (entity.table !== undefined) return []
    return [...openState(field, property), ...(namesUnknown(entity, names) ? [] : unreached(field, property, entity, names))]
  })
}

/**
 * True when a step names a field or a state that does not exist, or a new record begins in such a state. Dead ends would only be its
 * consequence, so they are not looked for.
 */
function namesUnknown(entity: Entity, names: Names): boolean {
  return Object.values(entity.transitions ?? {}).some(({ field, from, to }) => {
    const property = Object.hasOwn(entity.properties, field) ? entity.properties[field] : undefined
    if (property === undefined) return true
    const first = property.default === undefined ? [] : [property.default]
    return [...from, to, ...first].some((state) => checkOption(state, property, [], names).length > 0)
  })
}

function withoutStates(field: string): Finding {
  const message = `狀態欄位「${field}」沒有列出有哪些狀態，打錯的狀態不會被發現；請加上 x-dictionary 或 enum`
  return { place: ['properties', field], at: 'key', code: 'states-unknown', message }
}

function openState(field: string, property: Property): readonly Finding[] {
  const place: Place = ['properties', field]
  if (property['x-computed'] !== true) {
    const message = `狀態欄位「${field}」可在表單填寫，有修改權限的人就能略過核准；請加上 "x-computed": true`
    return [{ place, at: 'key', code: 'open-state', message }]
  }
  if (property.default !== undefined) return []
  const message = `狀態欄位「${field}」沒有 default，新資料沒有狀態，任何狀態轉換都不能執行`
  return [{ place, at: 'key', code: 'no-first-state', message }]
}

/** A step from a state in which no record can ever be is a step that nobody can take, and such a state misleads whoever searches by it. */
function unreached(field: string, property: Property, { transitions = {} }: Entity, names: Names): readonly Finding[] {
  const steps = Object.entries(transitions).filter(([, transition]) => transition.field === field)
  const reached = new Set([property.default, ...steps.map(([, { to }]) => to)].filter((state) => typeof state === 'string'))
  if (reached.size === 0 || property['x-computed'] !== true || property.default === undefined) return []
  const begun = steps.flatMap(([name, { from }]) =>
    from.flatMap((state, index): readonly Finding[] => {
      if (reached.has(state)) return []
      const place = ['transitions', name, 'from', index]
      return [
        { place, code: 'unreached-state', ...unknownName(`沒有資料會在狀態「${state}」：新資料與其他狀態轉換都不會到達`, state, reached) },
      ]
    }),
  )
  return begun.length > 0 ? begun : unreachedOptions(field, property, reached, names)
}

function unreachedOptions(field: string, property: Property, reached: ReadonlySet<unknown>, names: Names): readonly Finding[] {
  const use = property['x-dictionary']
  const options = names.dictionaryDocuments.get((typeof use === 'string' ? use : use?.name) ?? '')?.options ?? []
  const unused = (property.enum ?? options.map(({ key }) => key)).filter((state) => !reached.has(state))
  if (unused.length === 0) return []
  const titles = new Map<unknown, string>(options.map(({ key, value }) => [key, `（${value}）`]))
  const states = unused.map((state) => `「${state}」${titles.get(state) ?? ''}`).join('、')
  const way = property.enum === undefined ? '用不到時從字典移除，或在此欄位以 enum 只列用得到的狀態' : '用不到時從 enum 移除'
  const message = `沒有資料會到達狀態${states}：不是新資料的狀態，也沒有狀態轉換的 to 是它；請加上到達它的狀態轉換，${way}`
  const place = ['properties', field, property.enum === undefined ? 'x-dictionary' : 'enum']
  return [{ place, severity: 'warning', code: 'unreached-option', message }]
}

/**
 * Checks that every state reached by a transition has a way out or is listed as an end (`final`), so that no record is stuck by mistake. A
 * field that users edit themselves always has a way out.
 */
export function entityStates({ entity, names }: EntityContext): readonly Finding[] {
  const transitions = Object.entries(entity.transitions ?? {})
  const left = new Set(transitions.flatMap(([, transition]) => transition.from))
  const final = new Set(entity.final ?? [])
  const isUnknown = namesUnknown(entity, names)
  const stuck = transitions.flatMap(([name, { field, to }]): readonly Finding[] => {
    if (isUnknown || left.has(to) || final.has(to) || entity.properties[field]?.['x-computed'] !== true) return []
    return [deadEnd(to, ['transitions', name, 'to'])]
  })
  const fields = [...new Set(transitions.map(([, transition]) => transition.field))]
  const first = fields.flatMap((field): readonly Finding[] => {
    const { default: state, 'x-computed': isComputed } = entity.properties[field] ?? {}
    if (isUnknown || typeof state !== 'string' || isComputed !== true || left.has(state) || final.has(state)) return []
    return [deadEnd(state, ['properties', field, 'default'])]
  })
  const ends = (entity.final ?? []).flatMap((state, index): readonly Finding[] => {
    const place = ['final', index]
    if (left.has(state)) return [{ place, code: 'not-final', message: `狀態「${state}」還有狀態轉換離開，不是終點` }]
    return fields.flatMap((field) => checkOption(state, entity.properties[field] ?? { type: 'string' }, place, names))
  })
  return [...stuck, ...first, ...ends, ...(fields.length === 0 && entity.final !== undefined ? [withoutSteps] : [])]
}

const withoutSteps: Finding = { place: ['final'], at: 'key', code: 'not-final', message: '沒有狀態轉換（transitions）的實體不必寫 final' }

function deadEnd(state: string, place: Place): Finding {
  return { place, code: 'dead-end', message: `狀態「${state}」沒有任何狀態轉換離開；若是終點，請寫 "final": ["${state}"]` }
}
