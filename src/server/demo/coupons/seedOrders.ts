import { sql } from 'kysely'
import { corporateStatus, storeScope } from '../../../rules/codes.generated.ts'
import type { CouponKeys } from '../../domain/coupon/public.ts'
import { cancelOrderIn, mailCoupons, payFromAccount, placeOrderIn, type WantedLine } from '../../domain/exchange/public.ts'
import { systemActor } from '../../platform/actor.ts'
import type { Executor } from '../../platform/database/tables.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import type { Random } from '../random.ts'
import { type DemoWorld, daysBefore, staff } from '../world.ts'

const orderCount = 25
/** Days ago of the oldest order; shortly after the first member got points. */
const firstDay = 55

interface Buyer {
  readonly corporateNo: string
  readonly userName: string
  /** Days ago on which the buyer got points. */
  readonly sinceDays: number
}

/** Seeds orders of the corporate members that have points, oldest first. Most coupons of older orders are used; one order is cancelled. */
export async function seedOrders(world: DemoWorld, keys: CouponKeys, random: Random, couponBatchNos: readonly string[]): Promise<void> {
  const buyers = await readBuyers(world)
  for (let index = 0; index < orderCount; index += 1) {
    const day = firstDay - Math.floor((index * (firstDay - 1)) / orderCount)
    const buyer = random.pick(buyers.filter((one) => one.sinceDays > day))
    const orderedAt = new Date(daysBefore(world, day, random.integer(9, 17)).getTime() + random.integer(0, 59) * 60_000)
    const orderId = await placeOne(world, keys, random, { buyer, couponBatchNos, index, now: orderedAt })
    if (index === 17) await takeBack(world, orderId, new Date(orderedAt.getTime() + 86_400_000))
    else await useSome(world, random, { orderId, index, day })
  }
}

/** Corporate accounts with points, and the day on which they got them. */
async function readBuyers({ trx, asOf }: DemoWorld): Promise<readonly Buyer[]> {
  const { rows } = await sql<Buyer>`
    select m.corporate_no, m.contact_email as user_name, ${asOf}::date - min(l.effective_date) as since_days
    from corporate_member m join point_account a on a.class = 'CORP' and a.owner_id = m.corporate_no
    join point_lot l on l.account_id = a.id and l.remaining_points > 0
    where m.status = ${sql.lit(corporateStatus.active)} group by 1, 2 order by 1`.execute(trx)
  return rows
}

async function placeOne(
  world: DemoWorld,
  keys: CouponKeys,
  random: Random,
  { buyer, couponBatchNos, index, now }: { buyer: Buyer; couponBatchNos: readonly string[]; index: number; now: Date },
): Promise<number> {
  const { corporateNo, userName } = buyer
  const recipients = random.integer(1, 2)
  const lines: readonly WantedLine[] = Array.from({ length: recipients }, () => ({
    couponBatchNo: random.pick(couponBatchNos),
    quantity: random.integer(1, 3),
    recipient: { name: world.contacts.name(), mobile: world.contacts.mobile(), email: world.contacts.email() },
  }))
  const order = {
    channel: '2',
    corporateNo,
    orderKey: `demo-order-${String(index).padStart(8, '0')}`,
    requestHash: `demo:${index}`,
  } as const
  const services = { keys, enqueueMail: (executor: Executor, mail: Mail) => insertSentMail(executor, mail, now) }
  const { orderId } = await placeOrderIn(
    world.trx,
    { ...order, lines, pay: payFromAccount(corporateNo), orderedBy: userName, now },
    (trx, placed) => mailCoupons(trx, services, placed),
  )
  return orderId
}

/** Stores a mail as sent long ago, so that nothing is sent when the server starts. */
async function insertSentMail(executor: Executor, { to, subject }: Mail, sentAt: Date): Promise<void> {
  await executor
    .insertInto('mailOutbox')
    .values({ recipient: to, subject, sealed: null, status: 'sent', error: null, createdAt: sentAt, sentAt })
    .execute()
}

async function takeBack({ trx }: DemoWorld, orderId: number, now: Date): Promise<void> {
  const { id } = await trx
    .selectFrom('exchangeLine')
    .select('id')
    .where('orderId', '=', orderId)
    .orderBy('lineNo')
    .executeTakeFirstOrThrow()
  await cancelOrderIn(trx, id, staff('ops02'), now)
}

/** Uses coupons in an outlet that accepts them, some days after they were issued. The older a coupon, the likelier it is used. */
async function useSome(
  world: DemoWorld,
  random: Random,
  { orderId, index, day }: { orderId: number; index: number; day: number },
): Promise<void> {
  const { rows } = await sql<{ id: number; stores: readonly string[]; validDays: number }>`
    select c.id, c.expire_date - (c.issued_at at time zone 'Asia/Taipei')::date as valid_days,
      (select array_agg(s.retail_store_no order by s.retail_store_no) from retail_store s
        where s.company_no = b.supplier_company_no and (b.store_scope = ${sql.lit(storeScope.all)}
          or b.retail_store_nos ? s.retail_store_no)) as stores
    from exchange_line l join coupon c on c.line_id = l.id join coupon_batch b on b.coupon_batch_no = c.coupon_batch_no
    where l.order_id = ${orderId} order by l.line_no, c.serial_no`.execute(world.trx)
  for (const [place, coupon] of rows.entries()) {
    const waited = random.integer(1, 25)
    const isUsed = random.next() < 0.2 + day / 90
    if (!isUsed || waited >= day || waited > coupon.validDays) continue
    const usedAt = daysBefore(world, day - waited, random.integer(11, 20))
    const actor = { ...systemActor, userName: 'P0001', fullName: 'P0001' }
    const call = { actor, screen: null, entity: 'coupon', now: usedAt, db: world.trx }
    await world.app.records.transition(call, coupon.id, 'use', {
      used: {
        ...{ usedAt: usedAt.toISOString(), usedRetailStoreNo: random.pick(coupon.stores) },
        ...{ usedPlatformNo: 'P0001', usedExternalTxnNo: `DEMO${index + 1}U${place + 1}` },
      },
    })
  }
}
