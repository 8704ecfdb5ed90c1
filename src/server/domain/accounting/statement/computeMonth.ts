import { sql } from 'kysely'
import { couponStatus, feeType, settleBasis } from '../../../../rules/codes.generated.ts'
import { rowsBy } from '../../../platform/database/rowsBy.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { readNumber } from '../../settings/public.ts'
import { apItems, dpItems, linesOf, pointsOf } from '../calculation/entryGroup.ts'
import { type DiscountTerms, type MonthFacts, monthlyStatement, type UsedCoupons } from '../calculation/monthly.ts'
import { monthlyWorkings } from '../calculation/monthlyWorkings.ts'
import { type BilledPeriod, readPeriods } from '../period/readPeriods.ts'
import { readSetOffs } from '../yearly/setOff.ts'
import type { ComputedStatement } from './computed.ts'
import { readEntries, withRates } from './readEntries.ts'
import { type MonthlyDiscount, readBilledCompanies, readCombined, readDiscounts, readLastRates } from './readTerms.ts'

/** Computes the monthly statement of a period from its entries and the terms valid on its last day. Writes nothing. */
export async function computeMonth(db: Executor, period: BilledPeriod): Promise<ComputedStatement> {
  const [computed] = await computeMonths(db, [period])
  if (!computed) throw new Error(`month ${period.id} was not computed`)
  return computed
}

/**
 * Computes the monthly statements of many companies in one calendar month. The number of SQL statements does not depend on how many there
 * are. Writes nothing, except remarks if asked.
 *
 * @param remarksOn also brings the remarks of the periods up to date, on this day (YYYY-MM-DD in Taipei)
 * @returns one statement for each period, in their order
 */
export async function computeMonths(
  db: Executor,
  periods: readonly BilledPeriod[],
  remarksOn?: string,
): Promise<readonly ComputedStatement[]> {
  const facts = await readMonths(db, periods, remarksOn)
  return periods.map((period) => computeFrom(facts, period))
}

type MonthsRead = Awaited<ReturnType<typeof readMonths>>

async function readMonths(db: Executor, periods: readonly BilledPeriod[], remarksOn?: string) {
  const ids = periods.map(({ id }) => id)
  const combined = await readCombined(db, periods)
  const companyNos = [...new Set(periods.flatMap((period) => combined.of(period)))]
  const [month] = periods
  const all = month ? await readPeriods(db, { ...month, companyNos }) : []
  const remarks = remarksOn === undefined ? undefined : { periodIds: ids, today: remarksOn }
  return {
    ...{ combined, all, companies: await readBilledCompanies(db, periods), entries: await readEntries(db, all, remarks) },
    ...{ discounts: await readDiscounts(db, ids), lastRates: await readLastRates(db, ids) },
    ...{ coupons: await readUsedCoupons(db, ids), setOffs: await readSetOffs(db, periods) },
    taxPercent: month ? await readNumber(db, 'TAX.RATE', month.endDate) : 0,
  }
}

function computeFrom(read: MonthsRead, period: BilledPeriod): ComputedStatement {
  const combinedCompanyNos = read.combined.of(period)
  const company = read.companies.of(period)
  const { groups, sales } = read.entries.of(period.id)
  const combined = read.all.filter(({ companyNo }) => combinedCompanyNos.includes(companyNo))
  const lines = linesOf(
    withRates(
      combined.flatMap(({ id }) => read.entries.of(id).groups),
      company,
    ),
  )
  const discounts = read.discounts.get(period.id) ?? []
  const terms = {
    taxPercent: read.taxPercent,
    apDiscount: termsOf(discounts, feeType.issue, () => pointsOf(lines, ...apItems)),
    dpDiscount: termsOf(discounts, feeType.redeemProcessing, () => pointsOf(lines, ...dpItems)),
    lastDiscountRate: read.lastRates.get(period.id) ?? 0,
  }
  const setOffs = read.setOffs.get(period.companyNo) ?? []
  const facts: MonthFacts = {
    groups: withRates(groups, company),
    ...terms,
    coupons: read.coupons.get(period.id) ?? [],
    otherAmount: -setOffs.reduce((sum, { amount }) => sum + amount, 0) + 0,
  }
  const statement = monthlyStatement(facts)
  return {
    ...{ period, company, sales, lines: statement.lines, setOffs },
    amounts: { ...statement.amounts },
    terms: { ...terms, combinedCompanyNos },
    workings: monthlyWorkings(facts, statement),
  }
}

function termsOf(discounts: readonly MonthlyDiscount[], fee: MonthlyDiscount['feeType'], sumOfGroup: () => number): DiscountTerms | null {
  const discount = discounts.find((one) => one.feeType === fee)
  return discount ? { tiers: discount.tiers, groupPoints: discount.combineGroup ? sumOfGroup() : null } : null
}

/**
 * Coupons for which a company is paid by use: used by the last day of its period `due`, and not yet paid by any statement. Batches are found
 * for the periods first (`offset 0`): the planner would go through the coupons of all companies once for each period.
 */
const unpaidCoupons = (periodIds: readonly number[]) => sql`
  (
    select p.id as period_id, p.end_date, b.coupon_batch_no, b.settle_price
    from company_period p
    join coupon_batch b on b.supplier_company_no = p.company_no and b.settle_basis = ${sql.lit(settleBasis.byUse)}
    where p.id = any (${periodIds}::bigint[])
    offset 0
  ) due
  join coupon c on c.coupon_batch_no = due.coupon_batch_no and c.status = ${sql.lit(couponStatus.used)}
    and c.used_at < ((due.end_date + 1)::timestamp at time zone 'Asia/Taipei')
    and not exists (select from coupon_settlement s where s.coupon_id = c.id)`

async function readUsedCoupons(db: Executor, ids: readonly number[]): Promise<ReadonlyMap<number, readonly UsedCoupons[]>> {
  const { rows } = await sql<UsedCoupons & { readonly periodId: number }>`
    select due.period_id, due.settle_price, count(*)::int as coupon_count from ${unpaidCoupons(ids)}
    group by 1, 2 order by 1, 2`.execute(db)
  return rowsBy(rows, 'periodId')
}

/** Stores that the statements of these periods pay these coupons, so that no coupon is paid twice. At most one period of each company. */
export async function settleCoupons(trx: Executor, periods: readonly Pick<BilledPeriod, 'id'>[]): Promise<void> {
  const ids = periods.map(({ id }) => id)
  await sql`
    insert into coupon_settlement (coupon_id, period_id, settle_price)
    select c.id, due.period_id, due.settle_price from ${unpaidCoupons(ids)}`.execute(trx)
}
