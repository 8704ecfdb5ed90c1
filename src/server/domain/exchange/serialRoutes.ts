import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { Calculation, Offers, SentCount, SerialOrder, SerialVerdicts } from '../../../answers/exchange.ts'
import { Word } from '../../platform/http/routes/bounds.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { copyParams, pictureAnswer, sendCopy, sendPicture } from '../../platform/http/routes/sendPicture.ts'
import { KeyedSemaphore } from '../../platform/keyedSemaphore.ts'
import type { CouponKeys } from '../coupon/public.ts'
import { checkSerials, deriveSerialKeys, type SerialVerdict } from '../serial/public.ts'
import { CalculateBody, OffersQuery, ResendBody, SerialOrderBody, SerialsBody } from './bodies.ts'
import { calculate } from './calculate.ts'
import type { PlacedOrder } from './order.ts'
import { getSerialOrderId, readOrder, readUsedSerials } from './orderView.ts'
import { presentOffers, presentOrder } from './present.ts'
import { findProductImage, findProductPicture } from './productPictures.ts'
import { readOffers } from './products.ts'
import { createResend } from './resendOrder.ts'
import { orderFromSerials, strangerAt } from './serialOrder.ts'

const sending = { permission: 'public', rateLimit: { max: 30, timeWindow: '10 minutes', groupId: 'portal' } } as const
const reading = { permission: 'public', rateLimit: { max: 300, timeWindow: '10 minutes' } } as const

/** What the page /exchange calls, without sign-in (README of this folder). */
export function serialExchangeRoutes(app: FastifyInstance, keys: CouponKeys): void {
  const { db, clock } = app
  const routes = typedRoutes(app)
  // Copies of one order that arrive together wait for the first one. They are then answered with its order, and not refused for a
  // captcha that is used up.
  const oneOrderPerKey = new KeyedSemaphore(1)
  const resend = createResend(app, keys)
  const serialKeys = deriveSerialKeys(app.secrets)

  routes.get(
    '/api/portal/exchange/coupons',
    { config: { ...reading, compressed: true }, schema: { querystring: OffersQuery, response: { 200: Offers } } },
    async ({ query }) => ({ coupons: await presentOffers(app, await readOffers(db, query.channel, clock.now())) }),
  )

  pictureRoutes(app)

  routes.post(
    '/api/portal/exchange/calculate',
    { config: reading, schema: { body: CalculateBody, response: { 200: Calculation } } },
    async ({ body }) => calculate(db, body, clock.now()),
  )

  const config = sending
  const checked = { body: SerialsBody, response: { 200: SerialVerdicts } }
  routes.post('/api/portal/exchange/serials', { config, schema: checked }, async ({ body, ip }) => {
    const now = clock.now()
    return shownVerdicts(await checkSerials(db, serialKeys, { credentials: body.serials, now, asker: strangerAt(app, ip, now) }))
  })

  const ordered = { body: SerialOrderBody, response: { 200: SerialOrder } }
  routes.post('/api/portal/exchange', { config, schema: ordered }, ({ body, ip }) =>
    oneOrderPerKey.run(body.orderKey, async () => present(await orderFromSerials(app, { coupons: keys, serials: serialKeys }, body, ip))),
  )

  const resent = { body: ResendBody, response: { 200: SentCount } }
  routes.post('/api/portal/exchange/mail', { config, schema: resent }, async ({ body }) => {
    const { orderNo, orderKey } = body
    const orderId = await getSerialOrderId(db, orderNo, orderKey)
    return resend({ orderId, orderNo, actor: null })
  })

  async function present({ orderId, orderNo, replayed }: PlacedOrder) {
    const order = await presentOrder(app, await readOrder(db, keys, orderId), replayed)
    return { ...order, serials: await readUsedSerials(db, orderNo) }
  }
}

/** The pictures of what is or was offered. */
function pictureRoutes(app: FastifyInstance): void {
  const { db, pictures } = app
  const routes = typedRoutes(app)
  const params = { couponBatchNo: Word }
  const response = { 200: pictureAnswer }
  routes.get(
    '/api/portal/exchange/coupons/:couponBatchNo/image',
    { config: reading, schema: { params: Type.Object(params), response } },
    async ({ params: { couponBatchNo } }, reply) => sendPicture(reply, await findProductImage(db, couponBatchNo)),
  )
  routes.get(
    '/api/portal/exchange/coupons/:couponBatchNo/image/:digest/:width',
    { config: reading, schema: { params: Type.Object({ ...params, ...copyParams }), response } },
    async ({ params: { couponBatchNo, digest, width } }, reply) => {
      const stored = await findProductPicture(db, couponBatchNo)
      return sendCopy(reply, stored && (await pictures.find(stored, digest, width)))
    },
  )
}

function shownVerdicts(verdicts: readonly SerialVerdict[]) {
  const totalPoints = verdicts.reduce((sum, verdict) => sum + (verdict.ok ? verdict.serial.remainingPoints : 0), 0)
  return { totalPoints, serials: verdicts.map(shownVerdict) }
}

function shownVerdict(verdict: SerialVerdict) {
  if (!verdict.ok) return { ok: false as const, text: verdict.refusal.message, code: verdict.refusal.code }
  const { last4, remainingPoints, expireDate } = verdict.serial
  return { ok: true as const, last4, remainingPoints, expireDate }
}
