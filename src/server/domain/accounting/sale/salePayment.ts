import { type PaymentStatus, paymentStatus } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import { figureText } from '../../../../rules/figures.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { fieldsError } from '../../../platform/errors.ts'
import { readSaleCredit } from '../invoice/saleCredit.ts'

/** A sale of points, or the order of a corporate member that is one, as far as its payments go. Whole NT$. */
export interface PaidSale {
  readonly saleNo?: string | null
  readonly totalAmount: number
  readonly receivedAmount: number
  readonly refundedAmount: number
  readonly paymentStatus: PaymentStatus
}

/** `open`: not submitted, so nothing is owed yet. */
export type SaleStanding = 'inForce' | 'open' | 'void'

interface Received {
  readonly receivedAmount: number
  /** YYYY-MM-DD. */
  readonly receivedDate: string
}

interface Refunded {
  readonly refundedAmount: number
  /** YYYY-MM-DD. */
  readonly refundedDate: string
}

/**
 * Registers what was received for a sale.
 *
 * @param sale that the caller has locked, so that nothing is credited or paid meanwhile
 * @returns values to store in the sale; the database keeps each payment by itself (`sale_payment`)
 */
export async function receiveForSale(trx: Trx, now: Date, sale: PaidSale, input: Received) {
  if (input.receivedDate > taipeiDate(now)) throw fieldsError({ receivedDate: '收款日期不可晚於今日。' })
  const claim = sale.totalAmount - (await readSaleCredit(trx, sale.saleNo))
  const receivedAmount = sale.receivedAmount + input.receivedAmount
  const kept = receivedAmount - sale.refundedAmount
  const left = claim - sale.receivedAmount + sale.refundedAmount
  if (input.receivedAmount > left)
    throw fieldsError({ receivedAmount: `收款金額不可超過未收的 ${figureText(Math.max(left, 0), 'money')} 元。` }, 'M06', 409)
  return { receivedAmount, paymentStatus: salePaymentStatus(kept, claim) }
}

/**
 * Registers that money was paid back: what a sale got beyond what is owed after its allowances, or all of it where nothing is owed, because
 * the sale is void, or was withdrawn or returned and is not submitted.
 *
 * @param sale that the caller has locked
 * @returns values to store in the sale
 */
export async function refundSale(trx: Trx, now: Date, sale: PaidSale & { readonly standing: SaleStanding }, input: Refunded) {
  if (input.refundedDate > taipeiDate(now)) throw fieldsError({ refundedDate: '退款日期不可晚於今日。' })
  const firstDay = await readFirstReceipt(trx, sale.saleNo)
  if (firstDay !== null && input.refundedDate < firstDay) throw fieldsError({ refundedDate: `退款日期不可早於收款日期 ${firstDay}。` })
  const claim = sale.totalAmount - (await readSaleCredit(trx, sale.saleNo))
  const kept = sale.receivedAmount - sale.refundedAmount
  const overpaid = kept - (sale.standing === 'inForce' ? claim : 0)
  if (input.refundedAmount > overpaid) {
    const most = figureText(overpaid, 'money')
    throw fieldsError({ refundedAmount: `退款金額不可超過溢收的 ${most} 元，請改填 ${most} 元以內的金額。` }, 'M06', 409)
  }
  const refundedAmount = sale.refundedAmount + input.refundedAmount
  if (sale.standing === 'void') return { refundedAmount, paymentStatus: voidPaymentStatus({ ...sale, refundedAmount }) }
  if (sale.standing === 'open') return { refundedAmount, paymentStatus: salePaymentStatus(kept - input.refundedAmount, claim) }
  return { refundedAmount, paymentStatus: paymentStatus.paid }
}

/** YYYY-MM-DD; null where nothing was received. */
async function readFirstReceipt(trx: Trx, saleNo: string | null | undefined): Promise<string | null> {
  const first = await trx
    .selectFrom('salePayment')
    .select((row) => row.fn.min('paidOn').as('paidOn'))
    .where('saleNo', '=', saleNo ?? '')
    .where('receivedAmount', '>', 0)
    .executeTakeFirst()
  return first?.paidOn ?? null
}

/** How far a void sale is paid: money that is still here keeps its state, and is refunded when all of it has gone back. */
export function voidPaymentStatus({ receivedAmount, refundedAmount, paymentStatus: before }: PaidSale): PaymentStatus {
  if (receivedAmount === 0) return paymentStatus.unpaid
  return receivedAmount === refundedAmount ? paymentStatus.refunded : before
}

/** @param kept received and not paid back */
export function salePaymentStatus(kept: number, claim: number): PaymentStatus {
  if (kept > 0 && kept >= claim) return paymentStatus.paid
  return kept > 0 ? paymentStatus.partlyPaid : paymentStatus.unpaid
}
