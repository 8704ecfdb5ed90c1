import { addMonths, lastDateOfMonth, monthOf } from '../../../rules/dates.ts'

/** Cards of one batch. */
export const cardsMax = 50_000

/** Refusal texts of domain 4.12. */
export const cardTexts = {
  activate: '確定要開卡 {n} 張嗎？開卡後點數立即生效。',
  unpaid: '尚未付款且無信用額度。',
  orderVoid: '企業序號批次已作廢。',
  range: '卡號區間內有 {n} 張狀態不符。',
  rangeEnds: '卡號區間的起迄須為同一製卡批號的卡片，且起號不可大於迄號。',
  notCards: '此批次的交付方式不是實體卡，或尚未核准。',
  orderMade: '此批次的卡片由「產生序號」製作。',
  listBatch: '卡片序號：清單須為同一製卡批號的卡片，請分批匯入。',
  listUnknown: '卡片序號：查無此卡號。請改填製卡廠商清單上的卡號，並確認屬於已製卡的批號。',
  listMissing: '清單缺少 {n} 張此批號的卡片。',
  listRepeated: '卡片序號：卡號重複，請刪除重複的列。',
  listConfirmed: '此批號已核對完成。',
  noPins: '批號 {batch} 尚未下載製卡檔，卡片沒有密碼。請先下載製卡檔並交製卡廠商印製。',
  making: '製卡中，完成後可於清單查詢。',
} as const

/** Last day of an activated card: the end of the month that lies so many months after its activation. @param today YYYY-MM-DD */
export function cardExpireDate(today: string, validMonths: number): string {
  return lastDateOfMonth(monthOf(addMonths(today, validMonths)))
}
