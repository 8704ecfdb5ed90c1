import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { exchangeChannel } from '../../../rules/codes.generated.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import type { CouponKeys } from '../coupon/public.ts'
import { type OpenedSerial, openSerials, type SerialKeys } from '../serial/public.ts'
import { contentHashOf, type SerialOrderBody } from './bodies.ts'
import type { PlacedOrder } from './order.ts'
import { mailCoupons } from './orderMail.ts'
import { payFromSerials } from './payments.ts'
import { findOrder, placeOrder } from './placeOrder.ts'

/** Who ordered, in the columns of the ledger, when nobody is signed in. */
const serialHolder = '序號持有人'

export interface SerialOrderKeys {
  readonly coupons: CouponKeys
  readonly serials: SerialKeys
}

/** Nobody is signed in here, so every wrong pin gets the same text, even for a frozen serial. */
export function strangerAt(app: Pick<FastifyInstance, 'anomaly'>, ipAddress: string, occurredAt: Date) {
  return { onWrong: (trx: Trx) => app.anomaly.serialAttempt(trx, { ipAddress, occurredAt, platformNo: null, companyNo: null }) }
}

/**
 * Exchanges the points of serials for coupons. An order that comes again under its key is answered with the first one, and without a
 * captcha: the one of the first time is used up.
 */
export async function orderFromSerials(
  app: FastifyInstance,
  keys: SerialOrderKeys,
  { captcha, ...content }: SerialOrderBody,
  ipAddress: string,
): Promise<PlacedOrder> {
  const { db } = app
  const { orderKey, serials: credentials, items, recipient } = content
  const now = app.clock.now()
  const requestHash = contentHashOf(app.secrets.lookupHash, content)
  const name = { channel: exchangeChannel.serials, corporateNo: null, orderKey, requestHash } as const
  const before = await findOrder(db, name)
  if (before) return before
  await app.captcha.pass('exchange', captcha)
  const serials = await openSerials(db, keys.serials, { credentials, now, asker: strangerAt(app, ipAddress, now) })
  const corporateNo = await soleOwner(db, serials)
  const lines = items.map((item) => ({ ...item, recipient }))
  const order = { ...name, corporateNo, lines, pay: payFromSerials(serials), orderedBy: serialHolder, now }
  const services = { keys: keys.coupons, enqueueMail: app.mail.enqueue }
  return placeOrder(db, order, (trx, placed) => mailCoupons(trx, services, placed))
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
