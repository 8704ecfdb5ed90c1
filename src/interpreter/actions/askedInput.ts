import type { ResolvedAction, ResolvedInput } from '../../language/resolved.ts'
import type { ActionTarget } from './actionTarget.ts'

/** What an action asks for: of several records nothing that fits one of them only (`x-single`). */
export function askedInput({ input }: ResolvedAction, target: ActionTarget): ResolvedInput | undefined {
  if (input === undefined || target.kind !== 'rows') return input
  const fields = Object.fromEntries(Object.entries(input.fields).filter(([, { property }]) => property['x-single'] !== true))
  return { ...input, fields, schema: { ...input.schema, properties: only(input.schema.properties, fields) } }
}

const only = (properties: unknown, fields: object) =>
  Object.fromEntries(Object.entries(properties ?? {}).filter(([name]) => Object.hasOwn(fields, name)))
