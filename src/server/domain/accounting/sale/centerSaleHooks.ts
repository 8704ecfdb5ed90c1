import { contractStatus, paymentStatus, saleStatus, settlementMode } from '../../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../../rules/dates.ts'
import type { CenterSaleTransitions } from '../../../entities.generated.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { apiError, fieldsError, textError } from '../../../platform/errors.ts'
import type { ChangesOf, HookContext, NewRecordOf, RecordHooks, RecordOf } from '../../../records/hooks.ts'
import { nextDatedNumber } from '../../numbers.ts'
import { LedgerRefusal, ledger, type PostingContext } from '../../points/public.ts'
import { saleAmounts } from '../../pricing/public.ts'
import { readNumber } from '../../settings/public.ts'
import { cancelSaleInvoice, issueSaleInvoice } from './saleInvoice.ts'
import { receiveForSale, refundSale, type SaleStanding, salePaymentStatus, voidPaymentStatus } from './salePayment.ts'

type Sale = RecordOf<'centerSale'>
type SaleChanges = ChangesOf<'centerSale'>

/** Rules of 點數中心銷售 to prepaid companies: approval adds the points to their stock, voiding takes them out (domain 4.11, 7.6). */
export const centerSaleHooks: RecordHooks<'centerSale'> = {
  async beforeCreate(context, input) {
    const sale = await completed(context, input)
    return { ...sale, saleNo: await nextDatedNumber(context.trx, 'CS', taipeiDate(context.now), 4) }
  },
  /** Editing a returned sale makes it a draft again. */
  async beforeUpdate(context, before, changes) {
    const { saleNo: _, ...sale } = await completed(context, { ...before, ...changes })
    const kept = before.receivedAmount - before.refundedAmount
    if (sale.totalAmount < kept) throw fieldsError({ points: '總額不可低於已收金額。' }, 'M06', 409)
    const { unitPrice, taxPercent, salesAmount, taxAmount, totalAmount } = sale
    const paid = { paymentStatus: salePaymentStatus(kept, totalAmount) }
    return { ...changes, ...paid, unitPrice, taxPercent, salesAmount, taxAmount, totalAmount, status: saleStatus.draft }
  },
  beforeDelete() {
    // A sale cannot be deleted, because sale numbers have no gaps.
    throw apiError('M09')
  },
  transitions: { submit, approve, invoice, pay, refund, void: voidSale },
}

/** The company that bought. Sales to corporate members have none, but they take no step on this screen. */
const companyNoOf = ({ companyNo }: Sale) => String(companyNo)

interface Buyer {
  readonly invoiceTitle: string
  readonly taxNumber: string
  readonly apUnitPrice: number
  readonly paymentTermDays: number
}

/** Completes a sale with its price and amounts, which follow from points and unit price alone. */
async function completed({ trx, now }: HookContext, sale: NewRecordOf<'centerSale'>) {
  const today = taipeiDate(now)
  assertSaleDate(sale.saleDate, today)
  const buyer = await getBuyer(trx, sale.companyNo)
  const unitPrice = sale.unitPrice ?? buyer.apUnitPrice
  const taxPercent = await readNumber(trx, 'TAX.RATE', today)
  return { ...sale, unitPrice, taxPercent, ...saleAmounts(sale.points, unitPrice, sale.discountRate, taxPercent) }
}

function assertSaleDate(saleDate: string, today: string): void {
  if (saleDate > today) throw fieldsError({ saleDate: '銷售日期不可晚於今日。' })
}

/** @throws 409 unless the company is prepaid and its contract is in force */
async function getBuyer(trx: Trx, companyNo: string | null | undefined): Promise<Buyer> {
  const company = await trx
    .selectFrom('company')
    .select(['invoiceTitle', 'taxNumber', 'apUnitPrice', 'paymentTermDays', 'settlementMode', 'contractStatus'])
    .where('companyNo', '=', companyNo ?? '')
    .executeTakeFirst()
  if (company?.settlementMode !== settlementMode.prepaid || company.contractStatus !== contractStatus.inForce)
    throw fieldsError({ companyNo: '特約商須為生效中的預購特約商。' }, 'M06', 409)
  return { ...company, apUnitPrice: Number(company.apUnitPrice) }
}

/** Checks the buyer again: the contract may have ended since the draft was written. */
async function submit({ trx }: HookContext, { companyNo }: Sale): Promise<undefined> {
  await getBuyer(trx, companyNo)
}

/** Adds the points to the stock of the company, paid or on credit. */
async function approve(context: HookContext, sale: Sale): Promise<undefined> {
  const { paymentTermDays } = await getBuyer(context.trx, sale.companyNo)
  const isPaid = sale.paymentStatus === paymentStatus.paid || sale.totalAmount === 0
  if (!isPaid && paymentTermDays === 0) throw textError(409, '尚未付款且無信用額度。')
  const { points } = sale
  const companyNo = companyNoOf(sale)
  await ledger.transfer(context.trx, {
    context: postingOf(context, sale, 'CENTER_SALE'),
    transfer: { kind: 'centerSale', companyNo },
    points,
  })
}

async function invoice({ trx, actor, now }: HookContext, sale: Sale, input: CenterSaleTransitions['invoice']): Promise<SaleChanges> {
  const { invoiceTitle: buyerName, taxNumber } = await trx
    .selectFrom('company')
    .select(['invoiceTitle', 'taxNumber'])
    .where('companyNo', '=', companyNoOf(sale))
    .executeTakeFirstOrThrow()
  const { saleNo, saleDate, companyNo, points, salesAmount, taxAmount } = sale
  const sold = { saleNo, saleDate, companyNo, corporateNo: null, buyerName, taxNumber, points, salesAmount, taxAmount }
  await issueSaleInvoice(trx, sold, input, { by: actor.userName, at: now })
  return { status: sale.status }
}

/** Registers a payment. Allowed before approval too, because a company without credit has to pay first. */
async function pay({ trx, now }: HookContext, sale: Sale, input: CenterSaleTransitions['pay']): Promise<SaleChanges> {
  return { status: sale.status, ...(await receiveForSale(trx, now, sale, input)) }
}

async function refund({ trx, now }: HookContext, sale: Sale, input: CenterSaleTransitions['refund']): Promise<SaleChanges> {
  return { status: sale.status, ...(await refundSale(trx, now, { ...sale, standing: standingOf(sale) }, input)) }
}

function standingOf({ status }: Sale): SaleStanding {
  if (status === saleStatus.void) return 'void'
  return status === saleStatus.draft || status === saleStatus.rejected ? 'open' : 'inForce'
}

/** Takes the points out of the stock again: all of them, or the step fails. */
async function voidSale(context: HookContext, sale: Sale, { voidReason }: CenterSaleTransitions['void']): Promise<SaleChanges> {
  const { trx, actor, now } = context
  const { points } = sale
  const companyNo = companyNoOf(sale)
  const back = { context: postingOf(context, sale, 'CENTER_SALE_VOID'), transfer: { kind: 'centerSaleVoid', companyNo } as const, points }
  await ledger.transfer(trx, back).catch((error: unknown) => {
    if (error instanceof LedgerRefusal && error.refusal === 'E1107') throw textError(409, '預購點數餘額不足，無法作廢。')
    throw error
  })
  await cancelSaleInvoice(trx, sale.saleNo, { by: actor.userName, at: now, reason: voidReason })
  return { paymentStatus: voidPaymentStatus(sale) }
}

/** Source of the posting. It is unique (I8), so that a sale is posted once and reversed once, even when a step is repeated. */
function postingOf({ actor, now }: HookContext, { saleNo, companyNo }: Sale, work: 'CENTER_SALE' | 'CENTER_SALE_VOID'): PostingContext {
  const source = { work, workId: saleNo }
  return { now, businessAt: now, source, companyNo, retailStoreNo: null, createdBy: actor.userName, remark: saleNo }
}
