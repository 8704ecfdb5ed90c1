import { deliveryMethod, orderSource, serialBatchStatus, userType } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { CorporateSettlementTransitions } from '../../entities.generated.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { apiError, fieldsError, textError } from '../../platform/errors.ts'
import type { ChangesOf, HookContext, NewRecordOf, RecordHooks, RecordOf } from '../../records/hooks.ts'
import { cancelSaleInvoice, issueSaleInvoice, receiveForSale, refundSale } from '../accounting/public.ts'
import { holdActive, holdOpen } from '../corporate/public.ts'
import { formatNumber, nextDatedNumber, nextNumber } from '../numbers.ts'
import { saleAmounts } from '../pricing/public.ts'
import { serialsPerChunk } from '../serial/public.ts'
import { readNumber } from '../settings/public.ts'
import { deliver } from './delivery.ts'
import { finishGeneration, makeNextChunk, orderOf } from './generation.ts'
import { tellOfStep } from './requestSteps.ts'
import type { SettlementServices } from './services.ts'
import { isPaidOrOnCredit, settlementProblems, settlementTexts } from './settlementRules.ts'
import { voidSettlement } from './voiding.ts'

/** What the records engine does besides for orders of points (domain 3.4, 4.12). */
export function createSettlementHooks(services: SettlementServices): RecordHooks<'corporateSettlement'> {
  return {
    beforeCreate: (context, input) => beforeCreate(context, input),
    beforeUpdate: (context, before, changes) => beforeUpdate(context, before, changes),
    transitions: {
      submit: (context, order) => checkOrder(context, order),
      approve: (context, order) => approve(services, context, order),
      reject: (context, order, input) => tellOfStep(services, context, { order, step: 'reject', input }),
      invoice: (context, order, input) => invoice(context, order, input),
      pay: (context, order, input) => pay(context, order, input),
      refund,
      generate: (context, order) => generate(services, context, order),
      finishGeneration,
      deliver: (context, order) => deliver(services, context, order),
      void: (context, order, input) => voidOrder(services, context, order, input),
    },
  }
}

type Order = RecordOf<'corporateSettlement'>
type NewOrder = NewRecordOf<'corporateSettlement'>
type OrderChanges = ChangesOf<'corporateSettlement'>

async function beforeCreate(context: HookContext, input: NewOrder): Promise<OrderChanges> {
  await assertActive(context.trx, input.corporateNo)
  const completed = await complete(context, input)
  const month = taipeiDate(context.now).slice(0, 7).replace('-', '')
  const settlementNo = formatNumber(`SB${month}`, await nextNumber(context.trx, 'SB', month), 4)
  return { ...completed, settlementNo, orderSource: context.actor.userType === userType.corporate ? orderSource.member : orderSource.staff }
}

/** A returned order that is worked on is a draft again (domain 3.4). */
async function beforeUpdate(context: HookContext, before: Order, changes: OrderChanges): Promise<OrderChanges> {
  const { totalPoints, salesAmount, taxAmount, totalAmount } = await complete(context, { ...before, ...changes })
  return { ...changes, totalPoints, salesAmount, taxAmount, totalAmount, status: serialBatchStatus.draft }
}

async function complete({ trx, now }: HookContext, order: NewOrder) {
  const today = taipeiDate(now)
  const problems = settlementProblems(order, today)
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
  const totalPoints = order.pointsPerSerial * order.quantity
  const taxRate = await readNumber(trx, 'TAX.RATE', today)
  return { ...order, totalPoints, ...saleAmounts(totalPoints, order.unitPrice, order.discountRate, taxRate) }
}

/** Checked again at submission: dates may have passed since the draft was written. */
async function checkOrder({ trx, now }: HookContext, order: Order): Promise<undefined> {
  await assertActive(trx, order.corporateNo)
  // An order from a member's request has no price at first; without this check its points would be given away.
  const isUnpriced = order.orderSource === orderSource.member && order.unitPrice === 0
  if (isUnpriced) throw fieldsError({ unitPrice: settlementTexts.unpriced }, 'M06', 409)
  const problems = settlementProblems(order, taipeiDate(now))
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
  return undefined
}

async function assertActive(trx: Trx, corporateNo: string): Promise<void> {
  if (!(await holdActive(trx, corporateNo))) throw fieldsError({ corporateNo: settlementTexts.notActive }, 'M06', 409)
}

/** The member stays as it is until the transaction ends. @throws 409 when it has ended */
async function assertNotEnded(trx: Trx, corporateNo: string): Promise<void> {
  const open = await holdOpen(trx, [corporateNo])
  if (!open.has(corporateNo)) throw textError(409, settlementTexts.ended)
}

/** With its approval an order becomes a sale of the point centre. */
async function approve(services: SettlementServices, context: HookContext, order: Order): Promise<OrderChanges> {
  await checkOrder(context, order)
  await tellOfStep(services, context, { order, step: 'approve' })
  const saleDate = taipeiDate(context.now)
  return { saleNo: await nextDatedNumber(context.trx, 'CS', saleDate, 4), saleDate }
}

async function voidOrder(
  services: SettlementServices,
  context: HookContext,
  order: Order,
  input: CorporateSettlementTransitions['void'],
): Promise<OrderChanges> {
  const changes = await voidSettlement(context, order)
  const { trx, actor, now } = context
  const canceling = { by: actor.userName, at: now, reason: input.voidReason }
  if (order.saleNo) await cancelSaleInvoice(trx, order.saleNo, canceling)
  await tellOfStep(services, context, { order, step: 'void', input })
  return changes
}

/** Issues the invoice of an order with the next number of its track, as for any other sale of points. */
async function invoice(
  { trx, actor, now }: HookContext,
  order: Order,
  input: CorporateSettlementTransitions['invoice'],
): Promise<OrderChanges> {
  const { saleNo, saleDate, corporateNo, salesAmount, taxAmount, totalPoints: points } = order
  // Orders get their sale number with the approval. Only those approved before sale numbers existed have none.
  if (!saleNo || !saleDate) throw apiError('M09')
  const { companyName: buyerName, taxNumber } = await trx
    .selectFrom('corporateMember')
    .select(['companyName', 'taxNumber'])
    .where('corporateNo', '=', corporateNo)
    .executeTakeFirstOrThrow()
  const sold = { saleNo, saleDate, companyNo: null, corporateNo, buyerName, taxNumber, points, salesAmount, taxAmount }
  await issueSaleInvoice(trx, sold, input, { by: actor.userName, at: now })
  // The invoice has the number. These columns keep only numbers that were keyed in before orders took theirs from the tracks.
  return { status: order.status, invoiceNo: null, invoiceDate: null }
}

async function pay({ trx, now }: HookContext, order: Order, input: CorporateSettlementTransitions['pay']): Promise<OrderChanges> {
  return { status: order.status, ...(await receiveForSale(trx, now, order, input)) }
}

async function refund({ trx, now }: HookContext, order: Order, input: CorporateSettlementTransitions['refund']): Promise<OrderChanges> {
  const standing = order.status === serialBatchStatus.void ? 'void' : 'inForce'
  return { status: order.status, ...(await refundSale(trx, now, { ...order, standing }, input)) }
}

/** Few serials are made at once; of many the first ones, and a job makes the rest so that nobody waits for it. */
async function generate(services: SettlementServices, context: HookContext, settlement: Order): Promise<OrderChanges> {
  const { trx, actor, now } = context
  if (!isPaidOrOnCredit(settlement)) throw textError(409, settlementTexts.unpaid)
  const order = orderOf(settlement)
  if (order.validTo < taipeiDate(now)) throw textError(409, settlementTexts.overdue)
  // The member may have been suspended or ended since the approval, and nobody could use the points in its account. Serials and cards are
  // used by whoever holds them, but none are made that nobody may be handed.
  if (order.deliveryMethod === deliveryMethod.account) await assertActive(trx, order.corporateNo)
  else await assertNotEnded(trx, order.corporateNo)
  if (order.quantity > serialsPerChunk) {
    await services.enqueueGeneration(trx, settlement.id, actor.userName)
    context.notice(settlementTexts.started)
    return { status: settlement.status }
  }
  const made = await makeNextChunk(trx, order, { keys: services.keys, userName: actor.userName, now })
  if (made < order.quantity) throw apiError('M09')
  return finishGeneration(context, settlement)
}
