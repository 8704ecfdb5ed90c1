import type { Predicate } from '../documents/predicate.ts'
import { evaluate, type PredicateScope } from './predicate.ts'

/**
 * True when a predicate is false for a user whatever the record is: a condition on the user alone fails, so the rest does not matter. Says
 * false whenever a record could still decide.
 */
export function cannotHold(predicate: Predicate, user: NonNullable<PredicateScope['user']>): boolean {
  return Object.entries(predicate).some(([key, condition]) => {
    if (key === '$all') return (condition as readonly Predicate[]).some((part) => cannotHold(part, user))
    if (key === '$any') return (condition as readonly Predicate[]).every((part) => cannotHold(part, user))
    const alone = { [key]: condition } as Predicate
    return readsUserOnly(alone) && !evaluate(alone, { user })
  })
}

function readsUserOnly(predicate: unknown): boolean {
  if (Array.isArray(predicate)) return predicate.every(readsUserOnly)
  if (typeof predicate !== 'object' || predicate === null) return true
  return Object.entries(predicate).every(([key, value]) => {
    if (key === 'path') return String(value).startsWith('user.')
    return (!key.includes('.') || key.startsWith('user.')) && readsUserOnly(value)
  })
}
