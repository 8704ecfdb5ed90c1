import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { userActionType } from '../../../rules/codes.generated.ts'
import { writeUserAction } from '../../platform/audit.ts'
import { transact } from '../../platform/database/transact.ts'
import { apiError } from '../../platform/errors.ts'
import { IdParams, RowVersion } from '../../platform/http/bounds.ts'
import { linesOf } from './sheetRules.ts'

const Body = Type.Object(
  { reason: Type.String({ title: '原因', minLength: 2, maxLength: 200 }), rowVersion: Type.Optional(RowVersion) },
  { additionalProperties: false },
)

/** The two screens of adjustment sheets; who reveals on one must be able to open it. */
const screens = ['adjustmentslist', 'adjustments'] as const

const columns = [
  { field: 'lineNo', title: '列', format: 'integer' },
  { field: 'memberNo', title: '會員編號', format: 'text' },
  { field: 'corporateNo', title: '企業會員編號', format: 'text' },
  { field: 'points', title: '點數', format: 'points' },
] as const

/** 顯示會員編號: the whole numbers of a sheet's members, for who may lift masks and says why; who looked is written down with it. */
export function revealMemberRoutes(app: FastifyInstance): void {
  const config = { permission: 'points.member_point_history.unmask' }
  for (const screen of screens) {
    app.post(`/api/points/${screen}/:id/reveal_members`, { config, schema: { params: IdParams, body: Body } }, async (request) => {
      if (!request.actor.permissions.has(`points.${screen}.view`)) throw apiError('M12')
      return revealMembers(app, request)
    })
  }
}

/** @throws M08 */
async function revealMembers(app: FastifyInstance, { actor, params, body }: FastifyRequest) {
  const { id } = params as Static<typeof IdParams>
  const { reason } = body as Static<typeof Body>
  return transact(app.db, async (trx) => {
    const call = { actor, screen: null, entity: 'adjustmentSheet', now: app.clock.now(), db: trx }
    const sheet = await app.records.get(call, id)
    const rows = linesOf(sheet).map(({ memberNo = null, corporateNo = null, points }, index) => ({
      ...{ lineNo: index + 1, memberNo, corporateNo, points },
    }))
    await writeUserAction(trx, {
      ...{ actor, userActionType: userActionType.reveal, entity: 'adjustmentSheet', entityId: id, after: { reason } },
      action: `顯示點數調整單 ${sheet.sheetNo} 的會員編號 ${rows.length} 筆：${reason}`,
    })
    return { members: { title: '會員編號', columns, rows } }
  })
}
