import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../platform/actor.ts'
import { apiError } from '../../../platform/errors.ts'
import type { RecordOf } from '../../../records/hooks.ts'

/**
 * The campaign on which a person wants to act by a route: seen on the screen, by the same rules of rows, and of their own company.
 *
 * @throws M08 when it is not theirs to see, M12 when it is not theirs to change
 */
export async function getOwnActivity(app: FastifyInstance, actor: Actor, id: number): Promise<RecordOf<'activity'>> {
  const screen = app.documents.screen('/_activity/activity')
  if (!screen) throw apiError('M08')
  const call = { actor, entity: 'activity', now: app.clock.now(), db: app.db } as const
  await app.records.get({ ...call, screen: app.documents.restricted(screen, actor) }, id)
  const activity = await app.records.get({ ...call, screen: null }, id)
  if (actor.companyNo !== null && actor.companyNo !== activity.companyNo) throw apiError('M12')
  return activity
}
