import { deliveryMethod, paymentStatus } from '../../../rules/codes.generated.ts'
import { addDays } from '../../../rules/dates.ts'
import type { NewRecordOf, RecordOf } from '../../records/hooks.ts'

type Order = NewRecordOf<'corporateSettlement'>

/** Refusal texts of domain 4.12. */
export const settlementTexts = {
  unpaid: '尚未付款且無信用額度。',
  notActive: '企業會員未啟用或已停權。',
  ended: '企業會員已終止，不可產生，請作廢此訂單。',
  portalClosed: '企業會員已停權或終止，無法下載序號檔。請先復權，或作廢此訂單。',
  accountQuantity: '存入企業帳戶的組數須為 1',
  validTo: '效期迄須為今日起 30 日以後',
  overdue: '效期已過，不可執行。',
  unpriced: '會員申請的訂單請先以「修改」填寫單價；免費提供時請填單價，並將折扣率設為 100。',
  used: '已有序號兌換，不可整批作廢。',
  inAccount: '點數已存入企業帳戶，不可作廢，請以點數調整單處理。',
  cardsNotShipped: '尚有 {count} 張卡片未出貨。',
  started: '序號產生中，完成後狀態將改為「已產生」。',
} as const

/** Requests of one member that may wait at a time, and that it may send in a day, withdrawn ones too. */
export const requestLimits = { open: 3, perDay: 10 } as const

export const requestTexts = {
  tooManyOpen: `尚有 ${requestLimits.open} 筆採購申請處理中，請待完成或撤回後再申請。`,
  tooManyToday: `24 小時內最多申請 ${requestLimits.perDay} 次，請稍後再試，或洽客服人員。`,
  taken: '此申請已開始處理，無法撤回，請洽客服人員。',
  withdrawn: '會員撤回申請',
} as const

/** Fewest days from today to the last day of a new order. */
const validDaysMin = 30

/** What is wrong with an order beyond the rules of its single fields, by field. @param today YYYY-MM-DD */
export function settlementProblems(
  order: Pick<Order, 'deliveryMethod' | 'quantity' | 'validTo'>,
  today: string,
): Readonly<Record<string, string>> {
  return {
    ...(order.deliveryMethod === deliveryMethod.account && order.quantity !== 1 && { quantity: settlementTexts.accountQuantity }),
    ...(order.validTo < addDays(today, validDaysMin) && { validTo: settlementTexts.validTo }),
  }
}

/** True when points may be handed over: paid, or on credit. */
export function isPaidOrOnCredit(
  order: Pick<RecordOf<'corporateSettlement'>, 'paymentStatus' | 'totalAmount' | 'creditTermDays'>,
): boolean {
  return order.paymentStatus === paymentStatus.paid || order.totalAmount === 0 || (order.creditTermDays ?? 0) > 0
}

/** Months that cards of an order live after their activation: as many as lie between its days, 6 to 36. */
export function cardMonths(validFrom: string, validTo: string): number {
  const months = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  return Math.min(36, Math.max(6, months(validTo) - months(validFrom)))
}
