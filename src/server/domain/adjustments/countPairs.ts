import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { wrongPairs } from './lineChecks.ts'

/**
 * Counts lines that name a member together with another member's transaction, against the hourly limit of look-ups of whoever wrote them.
 * Without the limit the refusals would tell, number by number, whose a masked transaction is.
 *
 * @throws 429 past the limit of the hour
 */
export async function countPairs(app: FastifyInstance, db: Executor, actor: Actor, lines: unknown): Promise<void> {
  const pairs = await wrongPairs(db, lines)
  if (pairs.length === 0) return
  const values = pairs.map((pair) => ({ ...pair, title: '會員編號與原交易編號' }))
  await app.maskedLookups.ask({ actor, now: app.clock.now(), place: 'adjustmentSheet', placeTitle: '點數調整單', values })
}
