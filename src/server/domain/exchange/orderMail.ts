import { sql } from 'kysely'
import { scannedNumber } from '../../../rules/scanCodes.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import { layOutMail } from '../../platform/mail/mailLayout.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import { type CouponKeys, formatCouponNo, openCouponNo } from '../coupon/public.ts'

/** A coupon that goes to its recipient. */
interface SentCoupon {
  readonly couponId: number
  readonly orderNo: string
  readonly couponName: string
  readonly numberSealed: string
  readonly expireDate: string
  readonly usageNote: string
  readonly recipientName: string
  readonly recipientEmail: string
}

export interface MailServices {
  readonly keys: CouponKeys
  enqueueMail(executor: Executor, mail: Mail): Promise<void>
}

/** Which coupons are sent: all of an order, or single ones again. */
export type SentSelection = { readonly orderId: number } | { readonly couponIds: readonly number[] }

/** Puts coupons into the outbox, one mail per recipient with all that are theirs; commits with the transaction or not at all. */
export async function mailCoupons(trx: Trx, services: MailServices, selection: SentSelection): Promise<void> {
  const coupons = await readSent(trx, selection)
  for (const [, own] of groupByRecipient(coupons)) {
    const mail = couponMail(own, services.keys)
    await services.enqueueMail(trx, mail)
    const ids = own.map((coupon) => coupon.couponId)
    // Enqueueing returns no id, so the mail is found again: the newest of this transaction to this address about this order.
    await sql`
      update coupon set mail_id = (
        select m.id from mail_outbox m where m.recipient = ${mail.to} and m.subject = ${mail.subject} order by m.created_at desc limit 1
      ) where id = any (${ids}::bigint[])`.execute(trx)
  }
}

async function readSent(trx: Trx, selection: SentSelection): Promise<readonly SentCoupon[]> {
  const chosen = 'orderId' in selection ? sql`l.order_id = ${selection.orderId}` : sql`c.id = any (${[...selection.couponIds]}::bigint[])`
  const { rows } = await sql<SentCoupon>`
    select c.id as coupon_id, o.order_no, b.coupon_name, c.number_sealed, c.expire_date, b.usage_note, l.recipient_name, l.recipient_email
    from coupon c join exchange_line l on l.id = c.line_id join exchange_order o on o.id = l.order_id
    join coupon_batch b on b.coupon_batch_no = c.coupon_batch_no
    where ${chosen} order by l.line_no, c.serial_no`.execute(trx)
  return rows
}

function groupByRecipient(coupons: readonly SentCoupon[]): ReadonlyMap<string, readonly SentCoupon[]> {
  const groups = new Map<string, SentCoupon[]>()
  for (const coupon of coupons) {
    const key = `${coupon.orderNo}\n${coupon.recipientEmail}\n${coupon.recipientName}`
    groups.set(key, [...(groups.get(key) ?? []), coupon])
  }
  return groups
}

/** A recipient's coupons; the usage note of each product once. */
function couponMail(coupons: readonly SentCoupon[], keys: CouponKeys): Mail {
  const [first] = coupons
  if (!first) throw new RangeError('a mail without coupons')
  const notes = new Map(coupons.map(({ couponName, usageNote }) => [couponName, usageNote]))
  return layOutMail({
    to: first.recipientEmail,
    subject: `兌換票券通知（訂單 ${first.orderNo}）`,
    greeting: first.recipientName,
    paragraphs: [
      `您的兌換票券共 ${coupons.length} 張，票券號碼即為有價憑證，請妥善保存，使用時出示條碼、QR Code 或號碼即可。`,
      ...[...notes].map(([name, note]) => `${name} 使用說明：\n${note}`),
    ],
    facts: [],
    tickets: coupons.map(({ couponName, numberSealed, expireDate }) => {
      const couponNo = openCouponNo(keys, numberSealed)
      return { title: couponName, number: formatCouponNo(couponNo), scanned: scannedNumber(couponNo), note: `使用期限 ${expireDate}` }
    }),
  })
}
