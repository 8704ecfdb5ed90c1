import { sql } from 'kysely'
import { couponStatus, feeType, settleBasis } from '../../../../rules/codes.generated.ts'
import { addDays, startOfTaipeiDate } from '../../../../rules/dates.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { readNumber } from '../../settings/public.ts'
import { apItems, dpItems, linesOf, pointsOf } from '../calculation/entryGroup.ts'
import { type DiscountTerms, type MonthFacts, monthlyStatement, type UsedCoupons } from '../calculation/monthly.ts'
import { monthlyWorkings } from '../calculation/monthlyWorkings.ts'
import { readSetOffs } from '../yearly/setOff.ts'
import type { ComputedStatement } from './computed.ts'
import { readEntryGroups, readSales, withRates } from './readEntryGroups.ts'
import { type BilledPeriod, readPeriods } from './readPeriods.ts'
import { type MonthlyDiscount, readBilledCompany, readCombined, readDiscounts, readLastRate } from './readTerms.ts'

/** Computes the monthly statement of a period from its entries and the terms valid on its last day. Writes nothing. */
export async function computeMonth(db: Executor, period: BilledPeriod): Promise<ComputedStatement> {
  const combinedCompanyNos = await readCombined(db, period)
  const company = await readBilledCompany(db, period)
  const groups = withRates(await readEntryGroups(db, await readPeriods(db, { ...period, companyNos: combinedCompanyNos })), company)
  const discounts = await readDiscounts(db, period)
  const apDiscount = termsOf(discounts, feeType.issue, () => pointsOf(linesOf(groups), ...apItems))
  const dpDiscount = termsOf(discounts, feeType.redeemProcessing, () => pointsOf(linesOf(groups), ...dpItems))
  const terms = {
    taxPercent: await readNumber(db, 'TAX.RATE', period.endDate),
    ...{ apDiscount, dpDiscount },
    lastDiscountRate: await readLastRate(db, period),
  }
  const setOffs = await readSetOffs(db, period.companyNo)
  const facts: MonthFacts = {
    groups: groups.filter(({ periodId }) => periodId === period.id),
    ...terms,
    coupons: await readUsedCoupons(db, period),
    otherAmount: -setOffs.reduce((sum, { amount }) => sum + amount, 0) + 0,
  }
  const statement = monthlyStatement(facts)
  return {
    ...{ period, company, sales: await readSales(db, period) },
    ...{ lines: statement.lines, setOffs },
    amounts: { ...statement.amounts },
    terms: { ...terms, combinedCompanyNos },
    workings: monthlyWorkings(facts, statement),
  }
}

function termsOf(discounts: readonly MonthlyDiscount[], fee: MonthlyDiscount['feeType'], sumOfGroup: () => number): DiscountTerms | null {
  const discount = discounts.find((one) => one.feeType === fee)
  return discount ? { tiers: discount.tiers, groupPoints: discount.combineGroup ? sumOfGroup() : null } : null
}

/** Coupons for which the company is paid by use: used by the last day of the period, and not yet paid by any statement. */
const unpaidCoupons = ({ companyNo, endDate }: BilledPeriod) => sql`
  coupon c join coupon_batch b on b.coupon_batch_no = c.coupon_batch_no
  where b.supplier_company_no = ${companyNo} and b.settle_basis = ${settleBasis.byUse} and c.status = ${couponStatus.used}
    and c.used_at < ${startOfTaipeiDate(addDays(endDate, 1))}
    and not exists (select from coupon_settlement s where s.coupon_id = c.id)`

async function readUsedCoupons(db: Executor, period: BilledPeriod): Promise<readonly UsedCoupons[]> {
  const { rows } = await sql<UsedCoupons>`
    select b.settle_price, count(*)::int as coupon_count from ${unpaidCoupons(period)} group by b.settle_price order by b.settle_price`.execute(
    db,
  )
  return rows
}

/** Stores that the statement of this period pays these coupons, so that no coupon is paid twice. */
export async function settleCoupons(trx: Executor, period: BilledPeriod): Promise<void> {
  await sql`
    insert into coupon_settlement (coupon_id, period_id, settle_price)
    select c.id, ${period.id}, b.settle_price from ${unpaidCoupons(period)}`.execute(trx)
}
