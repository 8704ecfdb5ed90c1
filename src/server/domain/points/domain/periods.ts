import { type PaygCycle, paygCycle, type SettlementMode } from '../../../../rules/codes.generated.ts'
import { addDays, addMonths, daysBetween, lastDateOfMonth, monthOf } from '../../../../rules/dates.ts'
import type { AccountClass } from './kinds.ts'

export type Stream = 'MONTH' | 'PAYG' | 'BANK'

/** How a company is settled; columns of 特約商基本資料設定. */
export interface SettlementTerms {
  readonly companyNo: string
  /** SettlementMode: 1 monthly, 2 prepaid, 3 pay as you go. */
  readonly settlementMode: SettlementMode
  /** PaygCycle: 1 week, 2 half month, 3 month, 4 bank cycle; null when the company is no payer. */
  readonly paygCycle: PaygCycle | null
  /** Last day of a bank cycle, 1 to 28. */
  readonly cycleDay: number | null
  readonly bankStream: boolean
}

export interface Period {
  readonly periodNo: string
  readonly startDate: string
  readonly endDate: string
}

/** The stream of a billing class (domain 2.2); null when the class is not billed by period. */
export function streamOf(accountClass: AccountClass, terms: SettlementTerms): Stream | null {
  switch (accountClass) {
    case 'PREPAID':
    case 'AWARD':
    case 'WRITEOFF':
      return 'MONTH'
    case 'PAYG':
      return terms.paygCycle === paygCycle.bank ? 'BANK' : 'PAYG'
    case 'DEDUCT':
    case 'CONVIN':
    case 'CONVOUT':
      return terms.bankStream && terms.paygCycle === paygCycle.bank ? 'BANK' : 'MONTH'
    default:
      return null
  }
}

function month(date: string): Period {
  const periodNo = monthOf(date)
  return { periodNo, startDate: `${date.slice(0, 7)}-01`, endDate: lastDateOfMonth(periodNo) }
}

/** ISO week, Monday to Sunday; it belongs to the year of its Thursday. */
function week(date: string): Period {
  const monday = '2018-01-01'
  const startDate = addDays(date, -(((daysBetween(monday, date) % 7) + 7) % 7))
  const thursday = addDays(startDate, 3)
  const number = Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1
  return { periodNo: `${thursday.slice(0, 4)}W${String(number).padStart(2, '0')}`, startDate, endDate: addDays(startDate, 6) }
}

function halfMonth(date: string): Period {
  const whole = month(date)
  const middle = `${date.slice(0, 7)}-15`
  return date <= middle
    ? { periodNo: `${whole.periodNo}H1`, startDate: whole.startDate, endDate: middle }
    : { periodNo: `${whole.periodNo}H2`, startDate: addDays(middle, 1), endDate: whole.endDate }
}

/** `202501B` with day 25 runs from 2024-12-26 to 2025-01-25. */
function bankCycle(date: string, cycleDay: number): Period {
  const endMonth = Number(date.slice(8)) <= cycleDay ? date : addMonths(`${date.slice(0, 7)}-01`, 1)
  const endDate = `${endMonth.slice(0, 7)}-${String(cycleDay).padStart(2, '0')}`
  return { periodNo: `${monthOf(endDate)}B`, startDate: addDays(addMonths(endDate, -1), 1), endDate }
}

/** The period of a stream that contains a date. */
export function periodOf(stream: Stream, terms: SettlementTerms, date: string): Period {
  if (stream === 'MONTH') return month(date)
  if (stream === 'BANK') {
    if (terms.cycleDay === null) throw new Error(`company ${terms.companyNo} has no cycle day`)
    return bankCycle(date, terms.cycleDay)
  }
  if (terms.paygCycle === paygCycle.weekly) return week(date)
  return terms.paygCycle === paygCycle.halfMonthly ? halfMonth(date) : month(date)
}

/** The period that takes an entry. */
export interface PeriodChoice {
  readonly periodId: number
  /** The period of the business date is closed. */
  readonly isLate: boolean
}
