import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { type MonthRunKind, monthRunKind } from '../../../../rules/codes.generated.ts'
import { transact } from '../../../platform/database/transact.ts'
import { monthRunJob, registerMonthRun } from './monthRunJob.ts'
import { startMonthRun } from './startMonthRun.ts'

const Wanted = Type.Object(
  { periodNo: Type.String({ maxLength: 6, pattern: '^[0-9]{4}(0[1-9]|1[0-2])$' }) },
  { additionalProperties: false },
)
const Started = Type.Object({ runNo: Type.String() })

/** Routes of 整月試算 and 整月關帳 in 月結關帳作業. The route starts the run; a job does the work. */
export function monthRunRoutes(app: FastifyInstance): void {
  registerMonthRun(app)
  const route = (address: string, permission: string, kind: MonthRunKind) =>
    app.post(address, { config: { permission }, schema: { body: Wanted, response: { 200: Started } } }, async (request, reply) => {
      const { periodNo } = request.body as Static<typeof Wanted>
      const { actor } = request
      const started = await transact(app.db, async (trx) => {
        const { id, runNo } = await startMonthRun(trx, { periodNo, kind }, { actor, now: app.clock.now() })
        await app.jobs.enqueue(trx, monthRunJob, { runId: id }, { requestedBy: actor.userName })
        return { runNo }
      })
      reply.header('x-message-text', encodeURIComponent('整月作業已開始。'))
      return started
    })
  route('/api/accounting/statement_close/trial_month', 'accounting.statement_close.trial', monthRunKind.trial)
  route('/api/accounting/statement_close/close_month', 'accounting.statement_close.close', monthRunKind.close)
}
