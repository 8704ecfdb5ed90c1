import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { transact } from '../../platform/database/transact.ts'
import { apiError } from '../../platform/errors.ts'
import { Id, IdParams, RowVersion } from '../../platform/http/bounds.ts'
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

const idOf = (request: FastifyRequest) => (request.params as Static<typeof IdParams>).id

/** What the screens of 異常警示 can do beside the calls that every screen has. */
export function anomalyRoutes(app: FastifyInstance): void {
  backtestRoute(app)
  freezeRoutes(app)
  sheetRoutes(app)
}

function backtestRoute(app: FastifyInstance): void {
  const config = { permission: 'warning.warning.view' }
  app.post('/api/warning/warning/:id/backtest', { config, schema: { params: IdParams, body: BacktestInput } }, async (request) => {
    const { days } = request.body as Static<typeof BacktestInput>
    return backtest(app.reportDb, idOf(request), days, app.clock.now())
  })
}

/** @throws M09 when the member is not in the state that the button is for */
async function switchMember(app: FastifyInstance, request: FastifyRequest, to: 'frozen' | 'normal'): Promise<unknown> {
  const { actor } = request
  const now = app.clock.now()
  return transact(app.db, async (trx) => {
    const call = { actor, screen: null, entity: 'warningTransaction', now, db: trx }
    const warning = await app.records.get(call, idOf(request))
    if (typeof warning.memberNo !== 'string') throw apiError('M09')
    const reason = to === 'frozen' ? `異常警示 ${warning.warningNo}` : null
    if (!(await setMemberStatus(trx, { memberNo: warning.memberNo, to, reason, actor, now }))) throw apiError('M09')
    return {}
  })
}

function freezeRoutes(app: FastifyInstance): void {
  const options = { config: { permission: 'warning.warning_transaction.freeze' }, schema: { params: IdParams, body: Confirmation } }
  app.post('/api/warning/warning_transaction/:id/freeze', options, async (request, reply) => {
    reply.header('x-message-code', 'M04')
    return switchMember(app, request, 'frozen')
  })
  app.post('/api/warning/warning_transaction/:id/unfreeze', options, async (request, reply) => {
    reply.header('x-message-code', 'M04')
    return switchMember(app, request, 'normal')
  })
}

/** Who may make sheets does not see by that what they are made of. @throws M12 */
function assertMayView({ actor }: FastifyRequest, resource: string): void {
  if (!actor.permissions.has(`${resource}.view`)) throw apiError('M12')
}

function sheetRoutes(app: FastifyInstance): void {
  const config = { permission: 'points.adjustmentslist.create' }
  const workOf = (request: FastifyRequest) => ({ app, actor: request.actor, now: app.clock.now() })
  app.post(
    '/api/warning/warning_transaction/:id/create_sheet',
    { config, schema: { params: IdParams, body: Confirmation } },
    async (request, reply) => {
      assertMayView(request, 'warning.warning_transaction')
      const { sheetNo } = await transact(app.db, (trx) => draftForWarning({ ...workOf(request), trx }, idOf(request)))
      const text = `已建立調整單 ${sheetNo}，請至點數調整單設定送審。`
      return reply.header('x-message-text', encodeURIComponent(text)).send({ sheetNo })
    },
  )
  app.post('/api/warning/log_activity_exception/make_up', { config, schema: { body: Chosen } }, async (request, reply) => {
    assertMayView(request, 'warning.log_activity_exception')
    const { ids } = request.body as Static<typeof Chosen>
    const answer = await transact(app.db, (trx) => draftForExceptions({ ...workOf(request), trx }, ids))
    return reply.header('x-message-code', 'M04').send(answer)
  })
}
