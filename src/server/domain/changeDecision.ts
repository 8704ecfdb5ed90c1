import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { companyChangeStatus } from '../../rules/codes.generated.ts'
import type { Trx } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { apiError } from '../platform/errors.ts'
import { IdParams, RowVersion } from '../platform/http/bounds.ts'
import type { RecordValues } from '../records/hooks.ts'

const closed = { additionalProperties: false } as const
const rowVersion = RowVersion
const rejectReason = Type.Optional(Type.String({ title: '退回原因', minLength: 1, maxLength: 200 }))
const DecisionBody = Type.Object({ rowVersion, rejectReason }, closed)
const WithdrawalBody = Type.Object({ rowVersion }, closed)

/** Records whose changes wait for a second person. */
export interface ChangingRecords {
  /** Path of one of them, with `:id`. */
  readonly path: string
  readonly entity: 'company' | 'corporateMember'
  /** Of who approves and rejects. */
  readonly permission: string
  /** Where who asked takes it back, with `:id`, and the permission to change the record. */
  readonly maker: { readonly path: string; readonly permission: string }
}

type Decision = 'approve' | 'reject' | 'withdraw'

/**
 * `approve_change` and `reject_change` of a record: a second person's word on the change request that waits for it. The engine checks maker
 * and checker and applies it. `withdraw_change`: who asked takes it back. Refused with M08 without the record, M10 when it is not as it was
 * looked at (rule MC, domain 3), M09 when nothing waits or somebody else asked for it.
 */
export function changeDecisionRoutes(app: FastifyInstance, records: ChangingRecords): void {
  const route = { config: { permission: records.permission }, schema: { params: IdParams, body: DecisionBody } }
  for (const decision of ['approve', 'reject'] as const) {
    app.post(`${records.path}/${decision}_change`, route, async (request, reply) => {
      reply.header('x-message-code', 'M04')
      return decideChange(app, request, records.entity, decision)
    })
  }
  const { maker, entity } = records
  const withdrawal = { config: { permission: maker.permission }, schema: { params: IdParams, body: WithdrawalBody } }
  app.post(`${maker.path}/withdraw_change`, withdrawal, async (request, reply) => {
    reply.header('x-message-code', 'M04')
    return decideChange(app, request, entity, 'withdraw')
  })
}

function decideChange(
  app: FastifyInstance,
  request: FastifyRequest,
  entity: ChangingRecords['entity'],
  decision: Decision,
): Promise<RecordValues> {
  const { id } = request.params as Static<typeof IdParams>
  const seen = request.body as Static<typeof DecisionBody>
  return transact(app.db, async (trx) => {
    await assertSameVersion(trx, entity, id, seen.rowVersion)
    const waiting = await trx
      .selectFrom('changeRequest')
      .select('id')
      .where('entity', '=', entity)
      .where('recordId', '=', id)
      .where('status', '=', companyChangeStatus.open)
      .executeTakeFirst()
    if (!waiting) throw apiError('M09')
    const call = { actor: request.actor, screen: null, entity: 'changeRequest', now: app.clock.now(), db: trx }
    return app.records.transition(call, waiting.id, decision, decision === 'reject' ? { rejectReason: seen.rejectReason ?? null } : {})
  })
}

async function assertSameVersion(trx: Trx, entity: ChangingRecords['entity'], id: number, seen: number): Promise<void> {
  const { rows } = await sql<{ rowVersion: number }>`select row_version from ${sql.table(entity)} where id = ${id} for update`.execute(trx)
  if (!rows[0]) throw apiError('M08')
  if (rows[0].rowVersion !== seen) throw apiError('M10')
}
