import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { refuse } from '../../platform/errors.ts'
import type { RecordValues } from '../../records/hooks.ts'
import './tables.ts'

const Params = Type.Object({ id: Type.Integer({ minimum: 1 }) })
const Decision = Type.Object(
  { rowVersion: Type.Integer({ title: '版本' }), rejectReason: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) },
  { additionalProperties: false },
)

/** What companies and reward settings can do beside the calls that every screen has. */
export function companyRoutes(app: FastifyInstance): void {
  const decisionRoute = { config: { permission: 'company.companies.approve' }, schema: { params: Params, body: Decision } }
  app.post('/api/company/company_details/:id/approve_change', decisionRoute, async (request, reply) => {
    reply.header('x-message-code', 'M04')
    return decideChange(app, request, 'approve')
  })
  app.post('/api/company/company_details/:id/reject_change', decisionRoute, async (request, reply) => {
    reply.header('x-message-code', 'M04')
    return decideChange(app, request, 'reject')
  })
  const changeRoute = { config: { permission: 'company.reward_point.create' }, schema: { params: Params } }
  app.post('/api/company/reward_point/:id/change', changeRoute, async (request, reply) => {
    reply.code(201).header('x-message-code', 'M01')
    return draftNewVersion(app, request)
  })
}

/** Decides the change request of a company that waits; the engine checks maker and checker and applies it. */
function decideChange(app: FastifyInstance, request: FastifyRequest, decision: 'approve' | 'reject'): Promise<RecordValues> {
  const { id } = request.params as Static<typeof Params>
  const { rowVersion, rejectReason } = request.body as Static<typeof Decision>
  return transact(app.db, async (trx) => {
    await refuseOtherVersion(trx, id, rowVersion)
    const waiting = await trx
      .selectFrom('changeRequest')
      .select('id')
      .where('entity', '=', 'company')
      .where('recordId', '=', id)
      .where('status', '=', '1')
      .executeTakeFirst()
    if (!waiting) throw refuse('M09')
    const call = { actor: request.actor, screen: null, entity: 'changeRequest', now: app.clock.now(), db: trx }
    return app.records.transition(call, waiting.id, decision, decision === 'reject' ? { rejectReason: rejectReason ?? null } : {})
  })
}

/** The decision is about the company as the checker saw it (rule MC, domain 3). */
async function refuseOtherVersion(trx: Trx, companyId: number, rowVersion: number): Promise<void> {
  const company = await trx.selectFrom('company').select('rowVersion').where('id', '=', companyId).forUpdate().executeTakeFirst()
  if (!company) throw refuse('M08')
  if (company.rowVersion !== rowVersion) throw refuse('M10')
}

/** Fields that a new version does not take over. */
const notCopied = [
  'id',
  'rowVersion',
  'createdBy',
  'createdAt',
  'updatedBy',
  'updatedAt',
  'rewardPointNo',
  'rewardRate',
  'status',
  'previousId',
  'submittedBy',
  'submittedAt',
  'approvedBy',
  'approvedAt',
  'rejectReason',
]

/** A draft with the values of an approved setting; its approval ends the old one (pattern AS, 變更). */
async function draftNewVersion(app: FastifyInstance, request: FastifyRequest): Promise<RecordValues> {
  const { id } = request.params as Static<typeof Params>
  const call = { actor: request.actor, screen: null, entity: 'rewardPoint', now: app.clock.now() }
  return transact(app.db, async (trx) => {
    const current = await app.records.get({ ...call, db: trx }, id)
    if (current.status !== '3') throw refuse('M09')
    const today = taipeiDate(call.now)
    const startDate = String(current.startDate) > today ? current.startDate : today
    const copied = Object.entries(current).filter(([field, value]) => !notCopied.includes(field) && value !== null)
    return app.records.create({ ...call, db: trx }, { ...Object.fromEntries(copied), startDate, previousId: id })
  })
}
