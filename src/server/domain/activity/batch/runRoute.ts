import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { StartedRun } from '../../../../answers/activity.ts'
import { transact } from '../../../platform/database/transact.ts'
import { IdParams, RowVersion } from '../../../platform/http/routes/bounds.ts'
import { typedRoutes } from '../../../platform/http/routes/routeAnswers.ts'
import { getOwnActivity } from '../setting/ownActivity.ts'
import { activityRunJob, registerActivityRun } from './runJob.ts'
import { startRun } from './startRun.ts'

/** `confirmed`: true in the call that follows the question how many members get points. */
const Body = Type.Object(
  { confirmed: Type.Optional(Type.Boolean()), rowVersion: Type.Optional(RowVersion) },
  { additionalProperties: false },
)

/** 執行批次贈點 (domain 4.13): the route starts the run; a job gives the points. */
export function activityRunRoute(app: FastifyInstance): void {
  registerActivityRun(app)
  const config = { permission: 'activity.activity.run' } as const
  const schema = { params: IdParams, body: Body, response: { 200: StartedRun } }
  typedRoutes(app).post('/api/activity/activity/:id/run', { config, schema }, async ({ actor, params, body }, reply) => {
    await getOwnActivity(app, actor, params.id)
    const runId = await transact(app.db, async (trx) => {
      const input = { activityId: params.id, isConfirmed: body.confirmed === true, actor, now: app.clock.now() }
      const started = await startRun(trx, input)
      await app.jobs.enqueue(trx, activityRunJob, { runId: started }, { requestedBy: actor.userName })
      return started
    })
    app.jobs.wake()
    reply.header('x-message-text', encodeURIComponent('批次贈點已開始。'))
    return { runId }
  })
}
