import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { Nothing } from '../../answers/shapes.ts'
import { companyChangeStatus } from '../../rules/codes.generated.ts'
import type { Actor } from '../platform/actor.ts'
import type { Trx } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { apiError } from '../platform/errors.ts'
import { IdParams, RowVersion } from '../platform/http/routes/bounds.ts'
import { typedRoutes } from '../platform/http/routes/routeAnswers.ts'

const closed = { additionalProperties: false } as const
const rejectReason = Type.Optional(Type.String({ title: '退回原因', minLength: 1, maxLength: 200 }))
const DecisionBody = Type.Object({ rowVersion: RowVersion, rejectReason }, closed)
const WithdrawalBody = Type.Object({ rowVersion: RowVersion }, closed)

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

/**
 * `approve_change` and `reject_change` of a record: a second person's word on the change request that waits for it. The engine checks maker
 * and checker and applies it. `withdraw_change`: who asked takes it back. Refused with M08 without the record, M10 when it is not as it was
 * looked at (rule MC, domain 3), M09 when nothing waits or somebody else asked for it.
 */
export function changeDecisionRoutes(app: FastifyInstance, records: ChangingRecords): void {
  const routes = typedRoutes(app)
  const { maker, entity } = records
  const decided = {
    config: { permission: records.permission },
    schema: { params: IdParams, body: DecisionBody, response: { 200: Nothing } },
  }
  for (const decision of ['approve', 'reject'] as const) {
    routes.post(`${records.path}/${decision}_change`, decided, async ({ actor, params, body }, reply) => {
      await decideChange(app, { actor, entity, id: params.id, decision, ...body })
      return reply.header('x-message-code', 'M04').send({})
    })
  }
  const withdrawn = {
    config: { permission: maker.permission },
    schema: { params: IdParams, body: WithdrawalBody, response: { 200: Nothing } },
  }
  routes.post(`${maker.path}/withdraw_change`, withdrawn, async ({ actor, params, body }, reply) => {
    await decideChange(app, { actor, entity, id: params.id, decision: 'withdraw', ...body })
    return reply.header('x-message-code', 'M04').send({})
  })
}

interface Decision {
  readonly actor: Actor
  readonly entity: ChangingRecords['entity']
  readonly id: number
  readonly decision: 'approve' | 'reject' | 'withdraw'
  readonly rowVersion: number
  readonly rejectReason?: string
}

async function decideChange(app: FastifyInstance, { actor, entity, id, decision, rowVersion, rejectReason }: Decision): Promise<void> {
  await transact(app.db, async (trx) => {
    await assertSameVersion(trx, entity, id, rowVersion)
    const waiting = await trx
      .selectFrom('changeRequest')
      .select('id')
      .where('entity', '=', entity)
      .where('recordId', '=', id)
      .where('status', '=', companyChangeStatus.open)
      .executeTakeFirst()
    if (!waiting) throw apiError('M09')
    const call = { actor, screen: null, entity: 'changeRequest', now: app.clock.now(), db: trx }
    await app.records.transition(call, waiting.id, decision, decision === 'reject' ? { rejectReason: rejectReason ?? null } : {})
  })
}

async function assertSameVersion(trx: Trx, entity: ChangingRecords['entity'], id: number, seen: number): Promise<void> {
  const { rows } = await sql<{ rowVersion: number }>`select row_version from ${sql.table(entity)} where id = ${id} for update`.execute(trx)
  if (!rows[0]) throw apiError('M08')
  if (rows[0].rowVersion !== seen) throw apiError('M10')
}
