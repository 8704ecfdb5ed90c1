import { sql } from 'kysely'
import { baseBearer, settingStatus } from '../../../../rules/codes.generated.ts'
import { literals } from '../../../platform/database/literals.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { ExtraRule } from '../../points/public.ts'

/** A part of the payment of a sale. */
export interface Payment {
  readonly paymentType: string
  readonly amount: number
  /** First 6 to 8 digits. */
  readonly cardNo6?: string
  readonly cardType?: string
}

interface ExtraRow {
  readonly extraRatioNo: string
  readonly payerCompanyNo: string
  readonly cardType: string | null
  readonly cardPrefixes: readonly string[]
  readonly baseBearer: string
  readonly extraRatio: number
  readonly payerShareRatio: number
  readonly monthlyCapPoints: number | null
  readonly unitPrice: number
}

/** A prefix that is longer than the digits sent cannot match. */
function isPaidBy({ cardType, cardPrefixes }: ExtraRow, payment: Payment): boolean {
  const { cardNo6 } = payment
  if (cardNo6 === undefined || (cardType !== null && cardType !== payment.cardType)) return false
  return cardPrefixes.some((prefix) => cardNo6.startsWith(prefix))
}

/**
 * 聯名卡加碼 of a sale (domain 4.5): one setting, the smallest priority; a company's own before that of all. Null = none.
 *
 * @param database called for sales that were paid by card
 */
export async function findExtraRule(
  database: () => Executor,
  companyNo: string,
  businessDate: string,
  sale: { readonly amount: number; readonly payments: readonly Payment[] },
): Promise<ExtraRule | null> {
  if (!sale.payments.some((payment) => payment.cardNo6 !== undefined)) return null
  const { rows } = await sql<ExtraRow>`
    select extra_ratio_no, payer_company_no, card_type, card_prefixes, base_bearer, extra_ratio, payer_share_ratio, monthly_cap_points,
      unit_price
    from payer_extra_ratio
    where (company_no is null or company_no = ${companyNo}) and status in (${literals(settingStatus.approved, settingStatus.stopped)})
      and ${businessDate}::date between start_date and end_date
    order by priority, company_no nulls last, id`.execute(database())
  const row = rows.find((candidate) => sale.payments.some((payment) => isPaidBy(candidate, payment)))
  if (!row) return null
  const paid = sale.payments.filter((payment) => isPaidBy(row, payment)).reduce((total, payment) => total + payment.amount, 0)
  const { extraRatioNo, payerCompanyNo, extraRatio, payerShareRatio, monthlyCapPoints, unitPrice } = row
  const eligibleAmount = paid < sale.amount ? paid : null
  const bearer = row.baseBearer === baseBearer.payer ? 'payer' : 'company'
  return { extraRatioNo, payerCompanyNo, baseBearer: bearer, extraRatio, payerShareRatio, monthlyCapPoints, eligibleAmount, unitPrice }
}
