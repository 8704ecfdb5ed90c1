import type { ResolvedAction, ResolvedInput } from '../../../language/resolved.ts'
import type { ActionTarget } from '../actionTarget.ts'

/**
 * What an action asks for: of several records nothing that fits one of them only (`x-single`). The schema stays, because the compiled
 * validator belongs to it.
 */
export function askedInput({ input }: ResolvedAction, target: ActionTarget): ResolvedInput | undefined {
  if (input === undefined || target.kind !== 'rows') return input
  const fields = Object.fromEntries(Object.entries(input.fields).filter(([, { property }]) => property['x-single'] !== true))
  return { ...input, fields }
}
