import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { MadeCards } from '../../../answers/card.ts'
import { Nothing } from '../../../answers/shapes.ts'
import { cardStatus, userActionType } from '../../../rules/codes.generated.ts'
import type { Actor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { enteredLine } from '../../platform/http/routes/enteredLine.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { parseIdempotencyKey, runOnceByKey } from '../../records/calls/idempotency.ts'
import { requireConfirmation } from '../confirmation.ts'
import { ledger } from '../points/public.ts'
import type { SerialKeys } from '../serial/public.ts'
import { activateCards } from './activation.ts'
import { lockRange } from './cardRange.ts'
import { cardsMax, cardTexts } from './cardRules.ts'
import { assertPinsHandedOver } from './madeFile.ts'
import { madeText, startCards } from './makeOrder.ts'

const base = '/api/corporate/coupon_card'
/** True in the call that follows the question how many cards are to be activated. */
const countAccepted = 'acceptCount'
const closed = { additionalProperties: false } as const
const cardNo = (title: string) => Type.String({ title, minLength: 16, maxLength: 24 })
const rangeEnds = { cardNoFrom: cardNo('卡號起'), cardNoTo: cardNo('卡號迄') }
const optionalText = (title: string, maxLength: number) => Type.Optional(Type.Union([Type.String({ title, maxLength }), Type.Null()]))

const MakeBody = Type.Object(
  {
    points: Type.Integer({ title: '卡片點數', minimum: 1, maximum: 100_000 }),
    quantity: Type.Integer({ title: '張數', minimum: 1, maximum: cardsMax }),
    validMonths: Type.Integer({ title: '開卡後效期（月）', minimum: 6, maximum: 36 }),
    cardVendor: optionalText('製卡廠商', 50),
  },
  closed,
)
const ShipBody = Type.Object(
  { ...rangeEnds, shipRef: Type.String({ title: '物流單號', minLength: 1, maxLength: 30 }), companyNo: optionalText('出貨通路', 7) },
  closed,
)
const ActivateBody = Type.Object({ ...rangeEnds, [countAccepted]: Type.Optional(Type.Boolean()) }, closed)

export interface CardServices {
  readonly keys: SerialKeys
  /** Hands the rest of a large batch to a job. */
  enqueueCards(trx: Trx, work: unknown, requestedBy: string): Promise<void>
}

/** 製卡, and what is done to a range of cards at once (domain 4.12). */
export function cardStaffRoutes(app: FastifyInstance, services: CardServices): void {
  makeRoute(app, services)
  rangeRoutes(app)
}

function makeRoute(app: FastifyInstance, { keys, enqueueCards }: CardServices): void {
  const config = { permission: 'corporate.coupon_card.create' } as const
  const schema = { body: MakeBody, response: { 200: MadeCards } }
  typedRoutes(app).post(`${base}/make`, { config, schema }, async ({ actor, body: order, headers }, reply) => {
    const now = app.clock.now()
    const key = parseIdempotencyKey(headers['idempotency-key'])
    // Cards that were made twice after a lost answer would be printed twice.
    const repeatable = { userId: actor.id, operation: 'coupon_card make', key, body: order, now }
    const { cardBatchNo, text } = await runOnceByKey(app.db, repeatable, async (trx) => {
      const asked = { ...order, cardVendor: order.cardVendor ?? null }
      const started = await startCards(trx, keys, { order: asked, userName: actor.userName, now })
      if (started.rest) await enqueueCards(trx, started.work, actor.userName)
      const { cardBatchNo: made } = started.work.batch
      await logCards(trx, actor, `製卡 ${made}（${order.quantity} 張，每張 ${order.points} 點）`, made)
      return { cardBatchNo: made, text: madeText(started.work, started.rest) }
    })
    reply.header('x-message-text', encodeURIComponent(text))
    return { cardBatchNo }
  })
}

function rangeRoutes(app: FastifyInstance): void {
  const routes = typedRoutes(app)
  const shipping = { config: { permission: 'corporate.coupon_card.ship' }, schema: { body: ShipBody, response: { 200: Nothing } } }
  routes.post(`${base}/ship_range`, shipping, async ({ actor, body }, reply) => {
    const { shipRef: sent, companyNo = null, ...range } = body
    const shipRef = enteredLine('shipRef', '物流單號', sent)
    const count = await ledger.run(app.db, async (trx) => {
      const { where, count: cards, cardBatchNo } = await lockRange(trx, range, cardStatus.stock)
      await assertPinsHandedOver(trx, [cardBatchNo])
      const now = app.clock.now()
      await sql`
        update coupon_card set status = ${cardStatus.shipped}, shipped_at = ${now}, ship_ref = ${shipRef}, company_no = ${companyNo},
          row_version = row_version + 1, updated_by = ${actor.userName}, updated_at = ${now}
        where ${where}`.execute(trx)
      await logCards(trx, actor, `出貨 實體卡 ${range.cardNoFrom} 至 ${range.cardNoTo}（${cards} 張）`, range.cardNoFrom)
      return cards
    })
    return tell(reply, `已出貨 ${count} 張。`)
  })

  const activating = {
    config: { permission: 'corporate.coupon_card.activate' },
    schema: { body: ActivateBody, response: { 200: Nothing } },
  }
  routes.post(`${base}/activate_range`, activating, async ({ actor, body }, reply) => {
    const { [countAccepted]: isAccepted, ...range } = body
    const count = await ledger.run(app.db, async (trx) => {
      const { where, count: wanted } = await lockRange(trx, range, cardStatus.shipped)
      requireConfirmation({ [countAccepted]: isAccepted }, countAccepted, cardTexts.activate.replace('{n}', wanted.toLocaleString('en-US')))
      const cards = await activateCards(trx, where, actor.userName, app.clock.now())
      await logCards(trx, actor, `開卡 實體卡 ${range.cardNoFrom} 至 ${range.cardNoTo}（${cards} 張）`, range.cardNoFrom)
      return cards
    })
    return tell(reply, `已開卡 ${count} 張。`)
  })
}

function tell(reply: { header(name: string, value: string): unknown }, text: string): Record<string, never> {
  reply.header('x-message-text', encodeURIComponent(text))
  return {}
}

function logCards(trx: Trx, actor: Actor, action: string, entityId: string): Promise<void> {
  return writeUserAction(trx, { actor, userActionType: userActionType.other, action, entity: 'couponCard', entityId })
}
