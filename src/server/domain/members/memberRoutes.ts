import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { DraftedSheet } from '../../../answers/anomaly.ts'
import { MemberLots, RevealedMember } from '../../../answers/members.ts'
import { Nothing } from '../../../answers/shapes.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { apiError } from '../../platform/errors.ts'
import { IdParams, RowVersion } from '../../platform/http/routes/bounds.ts'
import { severalLines } from '../../platform/http/routes/enteredBody.ts'
import { enteredLine } from '../../platform/http/routes/enteredLine.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { parseIdempotencyKey, runOnceByKey } from '../../records/calls/idempotency.ts'
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
    description: Type.String({ title: '說明', minLength: 1, maxLength: 500, ...severalLines }),
    rowVersion,
  },
  closed,
)

/** What staff can do with the member at the head of 會員點數歷程. */
export function memberRoutes(app: FastifyInstance): void {
  const routes = typedRoutes(app)
  routes.post(
    `${base}/:id/unmask`,
    {
      config: { permission: 'points.member_point_history.unmask' },
      schema: { params: IdParams, body: Reason, response: { 200: RevealedMember } },
    },
    async ({ actor, params, body }) =>
      transact(app.db, (trx) => revealMember(trx, params.id, actor, enteredLine('reason', '原因', body.reason))),
  )
  const lots = {
    config: { permission: 'points.member_point_history.view' },
    schema: { params: IdParams, response: { 200: MemberLots } },
  }
  routes.get(`${base}/:id/lots`, lots, async ({ params }) => lotsOfMember(app.db, await memberNoOf(app.db, params.id)))
  freezeRoute(app, 'freeze', 'frozen')
  freezeRoute(app, 'unfreeze', 'normal')
  sheetRoute(app)
}

function sheetRoute(app: FastifyInstance): void {
  const config = { permission: 'points.adjustmentslist.create' } as const
  const schema = { params: IdParams, body: NewSheet, response: { 200: DraftedSheet } }
  typedRoutes(app).post(`${base}/:id/create_sheet`, { config, schema }, async ({ actor, params, body, headers }, reply) => {
    if (!actor.permissions.has('points.member_point_history.view')) throw apiError('M12')
    const { points, rowVersion: _seen, ...values } = body
    const now = app.clock.now()
    const key = parseIdempotencyKey(headers['idempotency-key'])
    // A second sheet after a lost answer would give the points twice.
    const repeatable = { userId: actor.id, operation: `member_point_history create_sheet ${params.id}`, key, body, now }
    const { sheetNo } = await runOnceByKey(app.db, repeatable, async (trx) => {
      const memberNo = await memberNoOf(trx, params.id)
      const call = { actor, screen: null, entity: 'adjustmentSheet', now, db: trx, afterCommit: () => undefined } as const
      const sheet = await app.records.create(call, { ...values, businessDate: taipeiDate(now), lines: [{ memberNo, points }] })
      return { sheetNo: sheet.sheetNo }
    })
    const text = `已建立調整單 ${sheetNo}，請至點數調整單設定送審。`
    return reply.header('x-message-text', encodeURIComponent(text)).send({ sheetNo })
  })
}

/** @throws M09 when the member is not in the state that the button is for */
function freezeRoute(app: FastifyInstance, name: 'freeze' | 'unfreeze', to: 'frozen' | 'normal'): void {
  const config = { permission: 'points.member_point_history.freeze' } as const
  const schema = { params: IdParams, body: Reason, response: { 200: Nothing } }
  typedRoutes(app).post(`${base}/:id/${name}`, { config, schema }, async ({ actor, params, body: { reason } }, reply) => {
    await transact(app.db, async (trx) => {
      const memberNo = await memberNoOf(trx, params.id)
      const change = { memberNo, to, reason: enteredLine('reason', '原因', reason), actor, now: app.clock.now() }
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
