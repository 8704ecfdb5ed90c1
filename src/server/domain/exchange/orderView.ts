import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { AccountOrder, OrderPage, UsedSerial } from '../../../answers/exchange.ts'
import { exchangeChannel } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { apiError } from '../../platform/errors.ts'
import { type CouponKeys, formatCouponNo, openCouponNo } from '../coupon/public.ts'

/** An order as it is stored; labels are added when it is shown. */
export type OrderRow = Omit<Static<typeof OrderPage>['rows'][number], 'statusName'>

/** A coupon as who ordered it sees it, its number in clear. */
export type OwnCoupon = Omit<Static<typeof AccountOrder>['coupons'][number], 'statusName'>

export interface OwnOrder extends OrderRow {
  readonly coupons: readonly OwnCoupon[]
}

const rowColumns = ['orderNo', 'orderedAt', 'channel', 'quantity', 'points', 'faceAmount', 'status'] as const

/** Orders from the account of a member, newest first. */
export async function readOwnOrders(
  db: Executor,
  corporateNo: string,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ totalCount: number; rows: readonly OrderRow[] }> {
  const own = db.selectFrom('exchangeOrder').where('corporateNo', '=', corporateNo).where('channel', '=', exchangeChannel.account)
  const counted = await own.select((each) => each.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await own
    .select([...rowColumns])
    .orderBy('orderedAt', 'desc')
    .orderBy('orderNo', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { totalCount: Number(counted.count), rows }
}

/** Id of an order from the member's account. @throws M08 for everybody else's */
export async function getOwnOrderId(db: Executor, corporateNo: string, orderNo: string): Promise<number> {
  const row = await db
    .selectFrom('exchangeOrder')
    .select('id')
    .where('orderNo', '=', orderNo)
    .where('corporateNo', '=', corporateNo)
    .where('channel', '=', exchangeChannel.account)
    .executeTakeFirst()
  if (!row) throw apiError('M08')
  return row.id
}

/** Id of an order of serials, by the key that its page made; such a key cannot be guessed. @throws M08 when it is unknown */
export async function getSerialOrderId(db: Executor, orderNo: string, orderKey: string): Promise<number> {
  const row = await db
    .selectFrom('exchangeOrder')
    .select('id')
    .where('orderNo', '=', orderNo)
    .where('orderKey', '=', orderKey)
    .where('channel', '=', exchangeChannel.serials)
    .executeTakeFirst()
  if (!row) throw apiError('M08')
  return row.id
}

/** What an order took from each serial, and what is left there now. */
export async function readUsedSerials(db: Executor, orderNo: string): Promise<readonly UsedSerial[]> {
  const { rows } = await sql<UsedSerial>`
    select coalesce(s.last4, right(c.card_no, 4)) as last4, u.points as used_points,
      coalesce(s.remaining_points, c.remaining_points) as remaining_points, coalesce(s.expire_date, c.expire_date) as expire_date
    from serial_use u
    left join point_serial s on u.bearer_kind = 'serial' and s.id = u.bearer_id
    left join coupon_card c on u.bearer_kind = 'card' and c.id = u.bearer_id
    where u.order_no = ${orderNo} and u.use_kind = 'exchange' and u.points > 0 order by u.id`.execute(db)
  return rows
}

/** An order with its coupons in clear: only for who ordered it, and for the mail to the recipients. */
export async function readOrder(db: Executor, keys: CouponKeys, orderId: number): Promise<OwnOrder> {
  const order = await db
    .selectFrom('exchangeOrder')
    .select([...rowColumns])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<Omit<OwnCoupon, 'couponNo'> & { numberSealed: string }>`
    select c.number_sealed, b.coupon_name, b.face_value, c.expire_date, c.status, c.used_at,
      l.recipient_name, l.recipient_mobile, l.recipient_email
    from exchange_line l join coupon c on c.line_id = l.id join coupon_batch b on b.coupon_batch_no = l.coupon_batch_no
    where l.order_id = ${orderId} order by l.line_no, c.serial_no`.execute(db)
  return {
    ...order,
    coupons: rows.map(({ numberSealed, ...coupon }) => ({ couponNo: formatCouponNo(openCouponNo(keys, numberSealed)), ...coupon })),
  }
}
