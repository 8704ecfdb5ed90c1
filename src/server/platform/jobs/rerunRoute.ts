import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { Nothing } from '../../../answers/shapes.ts'
import { userActionType } from '../../../rules/codes.generated.ts'
import { writeUserAction } from '../audit.ts'
import { transact } from '../database/transact.ts'
import { apiError } from '../errors.ts'
import { IdParams, RowVersion } from '../http/routes/bounds.ts'
import { typedRoutes } from '../http/routes/routeAnswers.ts'

const Body = Type.Object({ rowVersion: Type.Optional(RowVersion) }, { additionalProperties: false })

/** Route for 重新執行 of a failed job, from its row of 系統活動紀錄 (domain 4.10). */
export function offerRerun(app: FastifyInstance): void {
  const options = { config: { permission: 'logs.activitylog.rerun' }, schema: { params: IdParams, body: Body, response: { 200: Nothing } } }
  typedRoutes(app).post('/api/logs/activitylog/:id/rerun', options, async ({ actor, params }, reply) => {
    await transact(app.db, async (trx) => {
      const row = await trx
        .selectFrom('activityLog')
        .innerJoin('job', 'job.id', 'activityLog.jobId')
        .select(['job.id', 'job.name', 'job.attempts', 'job.error'])
        .where('activityLog.id', '=', params.id)
        .executeTakeFirst()
      if (!row) throw apiError('M08')
      if (!(await app.jobs.rerun(trx, row.id, actor.userName))) throw apiError('M09')
      await writeUserAction(trx, {
        actor,
        userActionType: userActionType.other,
        action: `重新執行 ${app.jobs.titleOf(row.name)}`,
        entity: 'job',
        entityId: row.id,
        before: { name: row.name, attempts: row.attempts, error: row.error },
      })
    })
    app.jobs.wake()
    return reply.header('x-message-code', 'M04').send({})
  })
}
