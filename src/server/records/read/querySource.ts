import { sql } from 'kysely'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import type { PreparedCall } from '../services.ts'
import { completeQuery } from './listRules.ts'

/** The call with the entity's computed source for this query; unchanged for entities without one. */
export function forQuery(prepared: PreparedCall, query: ListQuery): PreparedCall {
  const { hooks, call, storage } = prepared
  if (!hooks.source) return prepared
  const { filters } = completeQuery(call, query)
  const rows = hooks.source({ actor: call.actor, filters })
  return { ...prepared, storage: { ...storage, source: { ...storage.source, from: sql`(${rows}) as r` } } }
}
