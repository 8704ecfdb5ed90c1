import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { RevealedMembers } from '../../../answers/adjustments.ts'
import { userActionType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import { transact } from '../../platform/database/transact.ts'
import { apiError } from '../../platform/errors.ts'
import { IdParams, RowVersion } from '../../platform/http/routes/bounds.ts'
import { enteredLine } from '../../platform/http/routes/enteredLine.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
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

/** 顯示會員編號: the unmasked member numbers of a sheet, for users who may lift masks and give a reason. The log names the user. */
export function revealMemberRoutes(app: FastifyInstance): void {
  const config = { permission: 'points.member_point_history.unmask' } as const
  const schema = { params: IdParams, body: Body, response: { 200: RevealedMembers } }
  for (const screen of screens) {
    typedRoutes(app).post(`/api/points/${screen}/:id/reveal_members`, { config, schema }, async ({ actor, params, body }) => {
      if (!actor.permissions.has(`points.${screen}.view`)) throw apiError('M12')
      return revealMembers(app, actor, params.id, enteredLine('reason', '原因', body.reason))
    })
  }
}

/** @throws M08 */
async function revealMembers(app: FastifyInstance, actor: Actor, id: number, reason: string) {
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
