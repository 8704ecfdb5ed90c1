import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { Whole } from '../../../../answers/shapes.ts'
import { userActionType } from '../../../../rules/codes.generated.ts'
import { writeUserAction } from '../../../platform/audit.ts'
import { transact } from '../../../platform/database/transact.ts'
import { apiError } from '../../../platform/errors.ts'
import { IdParams, RowVersion } from '../../../platform/http/routes/bounds.ts'
import { buildRemainders } from './buildRemainders.ts'

const Confirmation = Type.Object({ rowVersion: Type.Optional(RowVersion) }, { additionalProperties: false })
const Built = Type.Object({ built: Whole, frozen: Whole })

/** 重算: builds the month of a row again, and all later unfrozen months, for all issuers. */
export function remainderRoutes(app: FastifyInstance): void {
  const config = { permission: 'accounting.remainder_point.run' }
  const schema = { params: IdParams, body: Confirmation, response: { 200: Built } }
  app.post('/api/accounting/remainder_point/:id/run', { config, schema }, async (request, reply) => {
    const { id } = request.params as Static<typeof IdParams>
    const { actor } = request
    const periodNo = await openMonthOf(app, id)
    await writeUserAction(app.db, {
      ...{ actor, userActionType: userActionType.other, action: `重算 ${periodNo} 起的剩餘點數`, entity: 'remainderPoint', entityId: id },
    })
    const run = <T>(step: Parameters<typeof transact<T>>[1]) => transact(app.db, step)
    const result = await buildRemainders({ now: app.clock.now(), userName: actor.userName, run }, periodNo)
    reply.header('x-message-code', 'M04')
    return result
  })
}

/** @throws M08 when the row does not exist, M09 when its month is frozen */
async function openMonthOf(app: FastifyInstance, id: number): Promise<string> {
  const row = await app.db
    .selectFrom('remainderPoint as r')
    .innerJoin('remainderMonth as m', 'm.periodNo', 'r.periodNo')
    .select(['m.periodNo', 'm.frozenAt'])
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!row) throw apiError('M08')
  if (row.frozenAt !== null) throw apiError('M09')
  return row.periodNo
}
