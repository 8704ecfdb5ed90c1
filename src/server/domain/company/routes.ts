import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { refuse } from '../../platform/errors.ts'
import type { RecordValues } from '../../records/hooks.ts'
import { sendFile } from '../../records/sendFile.ts'
import './tables.ts'

const Params = Type.Object({ id: Type.Integer({ minimum: 1 }) })
const Decision = Type.Object(
  {
    rowVersion: Type.Integer({ title: '版本' }),
    rejectReason: Type.Optional(Type.String({ title: '退回原因', minLength: 1, maxLength: 200 })),
  },
  { additionalProperties: false },
)

/** What companies can do beside the calls that every screen has. */
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
  const pdfRoute = { config: { permission: 'company.company_details.export' }, schema: { params: Params } }
  app.get('/api/company/company_details/:id/pdf', pdfRoute, async (request, reply) => {
    const { actor } = request
    const screen = app.documents.screen('/_company/company_details')
    if (!screen) throw refuse('M08')
    const call = { actor, screen: app.documents.cut(screen, actor), entity: 'company', now: app.clock.now(), db: app.db }
    return sendFile(reply, await app.records.exportRecord(call, (request.params as Static<typeof Params>).id))
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
