import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { apiError } from '../../platform/errors.ts'
import { IdParams, RowVersion } from '../../platform/http/bounds.ts'
import { setMemberStatus } from '../anomaly/public.ts'
import { lotsOfMember } from './lotsOfMember.ts'
import { revealMember } from './revealMember.ts'

const base = '/api/points/member_point_history'
const closed = { additionalProperties: false } as const
const rowVersion = Type.Optional(RowVersion)
const Reason = Type.Object({ reason: Type.String({ title: '原因', minLength: 1, maxLength: 200 }), rowVersion }, closed)
const NewSheet = Type.Object(
  {
    adjustKind: Type.String({ title: '調整類別', pattern: '^[12]$' }),
    reasonCode: Type.String({ title: '調整原因', minLength: 1, maxLength: 10 }),
    costBearer: Type.String({ title: '負擔對象', pattern: '^[12]$' }),
    companyNo: Type.Optional(Type.Union([Type.String({ title: '特約商', maxLength: 7 }), Type.Null()])),
    points: Type.Integer({ title: '點數', minimum: 1, maximum: 9_999_999_999 }),
    description: Type.String({ title: '說明', minLength: 1, maxLength: 500 }),
    rowVersion,
  },
  closed,
)

const idOf = (request: FastifyRequest) => (request.params as Static<typeof IdParams>).id

/** What staff can do with the member at the head of 會員點數歷程. */
export function memberRoutes(app: FastifyInstance): void {
  app.post(
    `${base}/:id/unmask`,
    { config: { permission: 'points.member_point_history.unmask' }, schema: { params: IdParams, body: Reason } },
    async (request) => {
      const { reason } = request.body as Static<typeof Reason>
      return transact(app.db, (trx) => revealMember(trx, idOf(request), request.actor, reason))
    },
  )
  const view = { config: { permission: 'points.member_point_history.view' }, schema: { params: IdParams } }
  app.get(`${base}/:id/lots`, view, async (request) => lotsOfMember(app.db, await memberNoOf(app.db, idOf(request))))
  freezeRoute(app, 'freeze', 'frozen')
  freezeRoute(app, 'unfreeze', 'normal')
  const config = { permission: 'points.adjustmentslist.create' }
  app.post(`${base}/:id/create_sheet`, { config, schema: { params: IdParams, body: NewSheet } }, async (request, reply) => {
    if (!request.actor.permissions.has('points.member_point_history.view')) throw apiError('M12')
    const { points, rowVersion: _seen, ...values } = request.body as Static<typeof NewSheet>
    const now = app.clock.now()
    const sheet = await transact(app.db, async (trx) => {
      const memberNo = await memberNoOf(trx, idOf(request))
      const call = { actor: request.actor, screen: null, entity: 'adjustmentSheet', now, db: trx, afterCommit: () => undefined }
      return app.records.create(call, { ...values, businessDate: taipeiDate(now), lines: [{ memberNo, points }] })
    })
    const text = `已建立調整單 ${sheet.sheetNo}，請至點數調整單設定送審。`
    return reply.header('x-message-text', encodeURIComponent(text)).send({ sheetNo: sheet.sheetNo })
  })
}

/** @throws M09 when the member is not in the state that the button is for */
function freezeRoute(app: FastifyInstance, name: 'freeze' | 'unfreeze', to: 'frozen' | 'normal'): void {
  const config = { permission: 'points.member_point_history.freeze' }
  app.post(`${base}/:id/${name}`, { config, schema: { params: IdParams, body: Reason } }, async (request, reply) => {
    const { reason } = request.body as Static<typeof Reason>
    await transact(app.db, async (trx) => {
      const memberNo = await memberNoOf(trx, idOf(request))
      const change = { memberNo, to, reason, actor: request.actor, now: app.clock.now() }
      if (!(await setMemberStatus(trx, change))) throw apiError('M09')
    })
    return reply.header('x-message-code', 'M04').send({})
  })
}

/** @throws M08 */
async function memberNoOf(db: Executor, id: number): Promise<string> {
  const member = await db.selectFrom('member').select('memberNo').where('id', '=', id).executeTakeFirst()
  if (!member) throw apiError('M08')
  return member.memberNo
}
