import type { FastifyInstance } from 'fastify'
import { systemActor } from '../../platform/actor.ts'
import type { JobContext } from '../../platform/jobs/jobRunner.ts'
import type { SerialKeys } from '../serial/public.ts'
import { makeChunkOf } from './generation.ts'

export const generationJob = 'settlement.generate'

/**
 * Makes the serials or cards of a large order, a chunk at a time with its progress, and posts their points at the end. After a crash it
 * goes on behind the last whole chunk; a second run of the same order finds nothing to do.
 */
export function registerGeneration(app: FastifyInstance, keys: SerialKeys): void {
  app.jobs.register(generationJob, { title: '產生企業點數序號', run: (context) => generateOrder(app, keys, context) })
}

async function generateOrder(app: FastifyInstance, keys: SerialKeys, context: JobContext): Promise<{ made: number } | null> {
  const { db, clock, signal } = context
  const { settlementId } = context.payload as { readonly settlementId: number }
  const maker = { keys, userName: systemActor.userName, now: clock.now() }
  for (;;) {
    signal.throwIfAborted()
    const chunk = await makeChunkOf(db, settlementId, maker)
    if (!chunk) return null
    await context.saveProgress(chunk)
    if (chunk.made >= chunk.quantity) break
  }
  const call = { actor: systemActor, screen: null, entity: 'corporateSettlement', now: clock.now(), db }
  const { quantity } = await app.records.transition(call, settlementId, 'finishGeneration', {})
  return { made: Number(quantity) }
}
