import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/actor.ts'
import { refuse } from '../platform/errors.ts'
import type { RecordValues } from '../records/hooks.ts'

/** A second person's word on the change request that waits for a record. */
export type ChangeDecision = { readonly kind: 'approve' } | { readonly kind: 'reject'; readonly rejectReason: string | null }

/**
 * Decides the change request of a record; the engine checks maker and checker and applies it.
 *
 * @throws M09 when nothing waits
 */
export async function decideChange(
  app: FastifyInstance,
  actor: Actor,
  record: { readonly entity: string; readonly id: number },
  decision: ChangeDecision,
): Promise<RecordValues> {
  const waiting = await app.db
    .selectFrom('changeRequest')
    .select('id')
    .where('entity', '=', record.entity)
    .where('recordId', '=', record.id)
    .where('status', '=', '1')
    .executeTakeFirst()
  if (!waiting) throw refuse('M09')
  const call = { actor, screen: null, entity: 'changeRequest', now: app.clock.now(), db: app.db }
  const input = decision.kind === 'reject' ? { rejectReason: decision.rejectReason } : {}
  return app.records.transition(call, waiting.id, decision.kind, input)
}
