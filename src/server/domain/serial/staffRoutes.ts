import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { Nothing } from '../../../answers/shapes.ts'
import { type SerialBatchStatus, serialBatchStatus, userActionType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { apiError } from '../../platform/errors.ts'
import { IdParams, RowVersion } from '../../platform/http/routes/bounds.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { ledger } from '../points/public.ts'
import type { ChangeStamp, CodeChoice } from './endCodes.ts'
import { freezeCodes, unfreezeCodes, voidCodes } from './endCodes.ts'

const Confirmation = Type.Object({ rowVersion: Type.Optional(RowVersion) }, { additionalProperties: false })
const base = '/api/corporate/corporate_settlement'
const config = { permission: 'corporate.corporate_settlement.void' } as const

/** What is done to chosen serials; the text goes into 使用者操作紀錄. */
interface Deed {
  readonly label: string
  run(trx: Trx, choice: CodeChoice, stamp: ChangeStamp): Promise<unknown>
}

const deeds = {
  freeze: { label: '凍結', run: (trx, choice, stamp) => freezeCodes(trx, 'serial', choice, stamp) },
  thaw: { label: '解凍', run: (trx, choice, stamp) => unfreezeCodes(trx, 'serial', choice, stamp) },
  void: { label: '作廢', run: (trx, choice, stamp) => voidCodes(trx, 'serial', choice, stamp) },
} as const satisfies Record<string, Deed>

/** Freezing, thawing and voiding of single serials, and freezing and thawing of all of an order. */
export function serialStaffRoutes(app: FastifyInstance): void {
  const routes = typedRoutes(app)
  const schema = { params: IdParams, body: Confirmation, response: { 200: Nothing } }
  for (const [name, deed] of Object.entries(deeds)) {
    routes.post(`${base}/serials/:id/${name}`, { config, schema }, async ({ actor, params }, reply) => {
      await perform(app, actor, deed, { id: params.id, find: serialChoice })
      return reply.header('x-message-code', 'M04').send({})
    })
  }
  for (const name of ['freeze', 'thaw'] as const) {
    routes.post(`${base}/:id/${name}_serials`, { config, schema }, async ({ actor, params }, reply) => {
      await perform(app, actor, deeds[name], { id: params.id, find: orderChoice })
      return reply.header('x-message-code', 'M04').send({})
    })
  }
}

interface Target {
  readonly choice: CodeChoice
  readonly about: string
}

async function perform(
  app: FastifyInstance,
  actor: Actor,
  deed: Deed,
  { id, find }: { readonly id: number; readonly find: (trx: Trx, id: number) => Promise<Target> },
): Promise<void> {
  await ledger.run(app.db, async (trx) => {
    const { choice, about } = await find(trx, id)
    await deed.run(trx, choice, { userName: actor.userName, now: app.clock.now() })
    const action = `${deed.label} 點數序號 ${about}`
    await writeUserAction(trx, { actor, userActionType: userActionType.other, action, entity: 'pointSerial', entityId: id })
  })
}

/** @throws M08 for none, M09 before the points of its order are in the ledger */
const handedOut: readonly SerialBatchStatus[] = [serialBatchStatus.generated, serialBatchStatus.delivered, serialBatchStatus.settled]

async function serialChoice(trx: Trx, id: number): Promise<Target> {
  const serial = await trx
    .selectFrom('pointSerial')
    .innerJoin('corporateSettlement', 'corporateSettlement.settlementNo', 'pointSerial.settlementNo')
    .select(['pointSerial.settlementNo', 'pointSerial.last4', 'corporateSettlement.status'])
    .where('pointSerial.id', '=', id)
    .executeTakeFirst()
  if (!serial) throw apiError('M08')
  if (!handedOut.includes(serial.status)) throw apiError('M09')
  return { choice: { ids: [id] }, about: `${serial.settlementNo} 末四碼 ${serial.last4}` }
}

async function orderChoice(trx: Trx, id: number): Promise<Target> {
  const order = await trx.selectFrom('corporateSettlement').select('settlementNo').where('id', '=', id).executeTakeFirst()
  if (!order) throw apiError('M08')
  return { choice: { settlementNo: order.settlementNo }, about: order.settlementNo }
}
