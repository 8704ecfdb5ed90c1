import type { EntityContext } from '../known.ts'
import { checkOption } from '../predicateRule.ts'
import type { Finding, Place } from '../source.ts'

/**
 * Checks that every state reached by a transition has a way out or is listed as an end (`final`), so that no record is stuck by mistake. A
 * field that users edit themselves always has a way out.
 */
export function entityStates({ entity, names }: EntityContext): readonly Finding[] {
  const transitions = Object.entries(entity.transitions ?? {})
  const left = new Set(transitions.flatMap(([, transition]) => transition.from))
  const final = new Set(entity.final ?? [])
  const stuck = transitions.flatMap(([name, { field, to }]): readonly Finding[] => {
    if (left.has(to) || final.has(to) || entity.properties[field]?.['x-computed'] !== true) return []
    return [deadEnd(to, ['transitions', name, 'to'])]
  })
  const fields = [...new Set(transitions.map(([, transition]) => transition.field))]
  const first = fields.flatMap((field): readonly Finding[] => {
    const { default: state, 'x-computed': isComputed } = entity.properties[field] ?? {}
    if (typeof state !== 'string' || isComputed !== true || left.has(state) || final.has(state)) return []
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
