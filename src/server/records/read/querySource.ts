import { sql } from 'kysely'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import type { PreparedCall } from '../services.ts'
import { completeQuery } from './listRules.ts'

/** The call with the entity's computed source for this query; unchanged for entities without one. */
export function forQuery(prepared: PreparedCall, query: ListQuery): PreparedCall {
  const { hooks, call, storage } = prepared
  if (!hooks.source) return prepared
  const { filters, alternatives } = completeQuery(call, query)
  const asked = new Set([...filters, ...alternatives.flat()].map(({ field }) => field))
  const rows = hooks.source({ actor: call.actor, filters, asked })
  return { ...prepared, storage: { ...storage, source: { ...storage.source, from: sql`(${rows}) as r` } } }
}
