import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type from 'typebox'
import { AccountOrder, ExchangeAccount, OrderPage, SentCount } from '../../../answers/exchange.ts'
import { exchangeChannel } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Database } from '../../platform/database/tables.ts'
import { Word } from '../../platform/http/routes/bounds.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { getActingMember, getOwnMember } from '../corporate/public.ts'
import type { CouponKeys } from '../coupon/public.ts'
import { orderFromAccount } from './accountOrder.ts'
import { AccountOrderBody, OrderNo } from './bodies.ts'
import { getOwnOrderId, readOrder, readOwnOrders } from './orderView.ts'
import { countThisMonth } from './placeOrder.ts'
import { presentOrder, presentRows } from './present.ts'
import { readOffers } from './products.ts'
import { createResend } from './resendOrder.ts'

const Page = Type.Object({
  pageIndex: Type.Integer({ minimum: 0, maximum: 100_000 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 50 }),
})

/** What /exchange_v2 and the home page call for a signed-in corporate member (README of this folder). */
export function accountExchangeRoutes(app: FastifyInstance, keys: CouponKeys): void {
  const { db, clock } = app
  const routes = typedRoutes(app)
  const config = { permission: 'signedIn' } as const
  const resend = createResend(app, keys)

  routes.get('/api/portal/exchange_v2/account', { config, schema: { response: { 200: ExchangeAccount } } }, ({ actor }) =>
    readAccount(db, actor, clock.now()),
  )

  const ordered = { body: AccountOrderBody, response: { 200: AccountOrder } }
  routes.post('/api/portal/exchange_v2', { config, schema: ordered }, async ({ actor, body }) => {
    const { orderId, replayed } = await orderFromAccount(app, keys, body, actor)
    return presentOrder(app, await readOrder(db, keys, orderId), replayed)
  })

  const page = { params: Page, response: { 200: OrderPage } }
  routes.get('/api/portal/orders/:pageIndex/:pageSize', { config, schema: page }, async ({ actor, params }) => {
    const { corporateNo } = await getOwnMember(db, actor)
    const { pageIndex, pageSize } = params
    const { totalCount, rows } = await readOwnOrders(db, corporateNo, { offset: pageIndex * pageSize, limit: pageSize })
    return { totalCount, pageIndex, pageSize, rows: await presentRows(app, rows) }
  })

  routes.get(
    '/api/portal/orders/:orderNo',
    { config, schema: { params: Type.Object({ orderNo: Word }), response: { 200: AccountOrder } } },
    async ({ actor, params }) => {
      const { corporateNo } = await getOwnMember(db, actor)
      const orderId = await getOwnOrderId(db, corporateNo, params.orderNo)
      return presentOrder(app, await readOrder(db, keys, orderId), true)
    },
  )

  routes.post(
    '/api/portal/orders/:orderNo/mail',
    { config: { ...config, takes: 'nothing' }, schema: { params: Type.Object({ orderNo: OrderNo }), response: { 200: SentCount } } },
    async ({ actor, params: { orderNo } }) => {
      const { corporateNo } = await getActingMember(db, actor, clock.now())
      const orderId = await getOwnOrderId(db, corporateNo, orderNo)
      return resend({ orderId, orderNo, actor })
    },
  )
}

/** What a member can exchange: its points, and how much of each product it took this month. */
async function readAccount(db: Database, actor: Actor, now: Date): Promise<ExchangeAccount> {
  const { corporateNo, companyName } = await getOwnMember(db, actor)
  const offers = await readOffers(db, exchangeChannel.account, now)
  const numbers = offers.map((offer) => offer.couponBatchNo)
  const taken = await countThisMonth(db, corporateNo, numbers, now)
  const monthly = numbers.map((couponBatchNo) => ({ couponBatchNo, exchanged: taken.get(couponBatchNo) ?? 0 }))
  return { corporateNo, companyName, availablePoints: await readAvailable(db, corporateNo, now), monthly }
}

/** What the account can spend today: neither expired nor not yet effective. */
async function readAvailable(db: Database, corporateNo: string, now: Date): Promise<number> {
  const today = taipeiDate(now)
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(l.remaining_points), 0)::bigint as points from point_account a join point_lot l on l.account_id = a.id
    where a.class = 'CORP' and a.owner_id = ${corporateNo} and l.remaining_points > 0
      and l.effective_date <= ${today} and l.expire_date >= ${today}`.execute(db)
  return rows[0]?.points ?? 0
}
