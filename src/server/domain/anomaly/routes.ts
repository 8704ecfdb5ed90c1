import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { Backtest, DraftedSheet, MadeUp } from '../../../answers/anomaly.ts'
import { Nothing } from '../../../answers/shapes.ts'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/database/transact.ts'
import { apiError } from '../../platform/errors.ts'
import { Id, IdParams, RowVersion } from '../../platform/http/routes/bounds.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { backtest } from './backtest.ts'
import { setMemberStatus } from './memberStatus.ts'
import { draftForExceptions, draftForWarning } from './sheets.ts'

const closed = { additionalProperties: false } as const
const Confirmation = Type.Object({ rowVersion: Type.Optional(RowVersion) }, closed)
const BacktestInput = Type.Object(
  { days: Type.Integer({ title: '回測天數', minimum: 1, maximum: 31 }), rowVersion: Type.Optional(RowVersion) },
  closed,
)
const Chosen = Type.Object({ ids: Type.Array(Id, { title: '資料', minItems: 1, maxItems: 5000 }) }, closed)

/** What the screens of 異常警示 can do beside the calls that every screen has. */
export function anomalyRoutes(app: FastifyInstance): void {
  backtestRoute(app)
  freezeRoutes(app)
  sheetRoutes(app)
}

function backtestRoute(app: FastifyInstance): void {
  const config = { permission: 'warning.warning.view' } as const
  const schema = { params: IdParams, body: BacktestInput, response: { 200: Backtest } }
  typedRoutes(app).post('/api/warning/warning/:id/backtest', { config, schema }, async ({ params, body }) =>
    backtest(app.reportDb, params.id, body.days, app.clock.now()),
  )
}

/** @throws M09 when the member is not in the state that the button is for */
async function switchMember(app: FastifyInstance, actor: Actor, id: number, to: 'frozen' | 'normal'): Promise<void> {
  const now = app.clock.now()
  await transact(app.db, async (trx) => {
    const call = { actor, screen: null, entity: 'warningTransaction', now, db: trx } as const
    const warning = await app.records.get(call, id)
    if (warning.memberNo === null) throw apiError('M09')
    const reason = to === 'frozen' ? `異常警示 ${warning.warningNo}` : null
    if (!(await setMemberStatus(trx, { memberNo: warning.memberNo, to, reason, actor, now }))) throw apiError('M09')
  })
}

function freezeRoutes(app: FastifyInstance): void {
  const config = { permission: 'warning.warning_transaction.freeze' } as const
  const schema = { params: IdParams, body: Confirmation, response: { 200: Nothing } }
  const steps = { freeze: 'frozen', unfreeze: 'normal' } as const
  for (const [name, to] of Object.entries(steps)) {
    typedRoutes(app).post(`/api/warning/warning_transaction/:id/${name}`, { config, schema }, async ({ actor, params }, reply) => {
      await switchMember(app, actor, params.id, to)
      return reply.header('x-message-code', 'M04').send({})
    })
  }
}

/** A permission to make sheets does not include seeing the rows that they are made from. @throws M12 */
function assertMayView(actor: Actor, resource: string): void {
  if (!actor.permissions.has(`${resource}.view`)) throw apiError('M12')
}

function sheetRoutes(app: FastifyInstance): void {
  const config = { permission: 'points.adjustmentslist.create' } as const
  const workOf = (actor: Actor) => ({ app, actor, now: app.clock.now() })
  const routes = typedRoutes(app)
  routes.post(
    '/api/warning/warning_transaction/:id/create_sheet',
    { config, schema: { params: IdParams, body: Confirmation, response: { 200: DraftedSheet } } },
    async ({ actor, params }, reply) => {
      assertMayView(actor, 'warning.warning_transaction')
      const { sheetNo } = await transact(app.db, (trx) => draftForWarning({ ...workOf(actor), trx }, params.id))
      return reply.header('x-message-text', encodeURIComponent(`已建立調整單 ${sheetNo}，請至點數調整單設定送審。`)).send({ sheetNo })
    },
  )
  routes.post(
    '/api/warning/log_activity_exception/make_up',
    { config, schema: { body: Chosen, response: { 200: MadeUp } } },
    async ({ actor, body }, reply) => {
      assertMayView(actor, 'warning.log_activity_exception')
      const answer = await transact(app.db, (trx) => draftForExceptions({ ...workOf(actor), trx }, body.ids))
      return reply.header('x-message-code', 'M04').send(answer)
    },
  )
}
