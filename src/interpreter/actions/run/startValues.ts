import type { ResolvedAction } from '../../../language/resolved.ts'
import type { ActionInput } from '../actionRunner.ts'
import type { ActionTarget } from '../actionTarget.ts'

/**
 * What the input of an action starts with, by `x-start`: values of its record, or of the filters of the list for an action above it. Several
 * records have no value in common.
 *
 * @param filters query string of the list
 */
export function startValues({ input }: ResolvedAction, target: ActionTarget, filters: URLSearchParams): ActionInput {
  if (target.kind === 'rows') return {}
  const startOf = (name: string): unknown => (target.kind === 'row' ? target.row[name] : filters.get(name))
  return Object.fromEntries(
    Object.entries(input?.fields ?? {}).flatMap(([field, { property }]) => {
      const start = property['x-start']
      return start === undefined ? [] : [[field, startOf(start)]]
    }),
  )
}
