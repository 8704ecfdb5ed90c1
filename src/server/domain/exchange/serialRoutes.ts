import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { Calculation, Offers, SentCount, SerialOrder, SerialVerdicts } from '../../../answers/exchange.ts'
import { exchangeChannel } from '../../../rules/codes.generated.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { apiError } from '../../platform/errors.ts'
import { Word } from '../../platform/http/routes/bounds.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { pictureAnswer, sendPicture } from '../../platform/http/routes/sendPicture.ts'
import { KeyedSemaphore } from '../../platform/keyedSemaphore.ts'
import type { CouponKeys } from '../coupon/public.ts'
import { checkSerials, deriveSerialKeys, type OpenedSerial, openSerials } from '../serial/public.ts'
import { CalculateBody, contentHashOf, OffersQuery, ResendBody, SerialOrderBody, SerialsBody } from './bodies.ts'
import { calculate } from './calculate.ts'
import { mailCoupons } from './orderMail.ts'
import { findSerialOrderId, readOrder, readUsedSerials } from './orderView.ts'
import { payFromSerials } from './payments.ts'
import { findOrder, type PlacedOrder, placeOrder } from './placeOrder.ts'
import { presentOffers, presentOrder } from './present.ts'
import { findProductImage, readOffers } from './products.ts'
import { createResend } from './resendOrder.ts'

const sending = { permission: 'public', rateLimit: { max: 30, timeWindow: '10 minutes', groupId: 'portal' } } as const
const reading = { permission: 'public', rateLimit: { max: 300, timeWindow: '10 minutes' } } as const

/** Who ordered, in the columns of the ledger, when nobody is signed in. */
const serialHolder = '序號持有人'

/** What the page /exchange calls, without sign-in (README of this folder). */
export function serialExchangeRoutes(app: FastifyInstance, keys: CouponKeys): void {
  const { db, clock } = app
  const routes = typedRoutes(app)
  // Copies of one order that arrive together wait for the first one. They are then answered with its order, and not refused for a
  // captcha that is used up.
  const oneOrderPerKey = new KeyedSemaphore(1)
  const resend = createResend(app, keys)
  const serialKeys = deriveSerialKeys(app.secrets)
  /** Nobody is signed in here, so every wrong pin gets the same text, even for a frozen serial. */
  const askerOf = (ipAddress: string, occurredAt: Date) => ({
    onWrong: (trx: Trx) => app.anomaly.serialAttempt(trx, { ipAddress, occurredAt, platformNo: null, companyNo: null }),
  })

  routes.get(
    '/api/portal/exchange/coupons',
    { config: reading, schema: { querystring: OffersQuery, response: { 200: Offers } } },
    async ({ query }) => ({ coupons: await presentOffers(app, await readOffers(db, query.channel, clock.now())) }),
  )

  routes.get(
    '/api/portal/exchange/coupons/:couponBatchNo/image',
    { config: reading, schema: { params: Type.Object({ couponBatchNo: Word }), response: { 200: pictureAnswer } } },
    async ({ params }, reply) => sendPicture(reply, await findProductImage(db, params.couponBatchNo)),
  )

  routes.post(
    '/api/portal/exchange/calculate',
    { config: reading, schema: { body: CalculateBody, response: { 200: Calculation } } },
    async ({ body }) => calculate(db, body, clock.now()),
  )

  const config = sending
  const checked = { body: SerialsBody, response: { 200: SerialVerdicts } }
  routes.post('/api/portal/exchange/serials', { config, schema: checked }, async ({ body, ip }) => {
    const now = clock.now()
    const verdicts = await checkSerials(db, serialKeys, { credentials: body.serials, now, asker: askerOf(ip, now) })
    const serials = verdicts.map((verdict) =>
      verdict.ok
        ? { ok: true as const, ...shownSerial(verdict.serial) }
        : { ok: false as const, text: verdict.refusal.message, code: verdict.refusal.code },
    )
    const totalPoints = verdicts.reduce((sum, verdict) => sum + (verdict.ok ? verdict.serial.remainingPoints : 0), 0)
    return { totalPoints, serials }
  })

  const ordered = { body: SerialOrderBody, response: { 200: SerialOrder } }
  routes.post('/api/portal/exchange', { config, schema: ordered }, async ({ body, ip }) =>
    oneOrderPerKey.run(body.orderKey, async () => {
      const { captcha, ...content } = body
      const { orderKey, serials: credentials, items, recipient } = content
      const now = clock.now()
      const requestHash = contentHashOf(app.secrets.lookupHash, content)
      const name = { channel: exchangeChannel.serials, corporateNo: null, orderKey, requestHash } as const
      // A repeated order is answered without a captcha: the one of the first time is used up.
      const before = await findOrder(db, name)
      if (before) return present(before)
      await app.captcha.pass('exchange', captcha)
      const serials = await openSerials(db, serialKeys, { credentials, now, asker: askerOf(ip, now) })
      const corporateNo = await soleOwner(db, serials)
      const lines = items.map((item) => ({ ...item, recipient }))
      const services = { keys, enqueueMail: app.mail.enqueue }
      const placed = await placeOrder(
        db,
        { ...name, corporateNo, lines, pay: payFromSerials(serials), orderedBy: serialHolder, now },
        (trx, order) => mailCoupons(trx, services, order),
      )
      return present(placed)
    }),
  )

  const resent = { body: ResendBody, response: { 200: SentCount } }
  routes.post('/api/portal/exchange/mail', { config, schema: resent }, async ({ body }) => {
    const { orderNo, orderKey } = body
    const orderId = await findSerialOrderId(db, orderNo, orderKey)
    if (orderId === null) throw apiError('M08')
    return resend({ orderId, orderNo, actor: null })
  })

  async function present({ orderId, orderNo, replayed }: PlacedOrder) {
    const order = await presentOrder(app, await readOrder(db, keys, orderId), replayed)
    return { ...order, serials: await readUsedSerials(db, orderNo) }
  }
}

function shownSerial({ last4, remainingPoints, expireDate }: OpenedSerial) {
  return { last4, remainingPoints, expireDate }
}

/** The member that all the serials were sold to; null when they are several members' or nobody's. */
async function soleOwner(db: Database, serials: readonly OpenedSerial[]): Promise<string | null> {
  const holders = [...new Set(serials.map((serial) => serial.holderNo))]
  const { rows } = await sql<{ corporateNo: string }>`
    select distinct corporate_no from corporate_settlement where settlement_no = any (${holders}::text[])`.execute(db)
  const sold = await sql<{ count: number }>`
    select count(*)::int as count from corporate_settlement where settlement_no = any (${holders}::text[])`.execute(db)
  return rows.length === 1 && sold.rows[0]?.count === holders.length ? (rows[0]?.corporateNo ?? null) : null
}
