import { type RawBuilder, sql } from 'kysely'
import { exchangeDirection, storeScope, txnKind } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'
import type { RecordOf } from '../../records/hooks.ts'
import type { DateRange } from './settingPeriod.ts'

/** Counting stops at this number; one more is shown as "more than". */
export const countedMax = 100_000

const sales = [txnKind.issue, txnKind.issueBatch]

/** Sales of a company, with the outlets and ways of payment that a reward setting names. */
export function countRewardedSales(db: Executor, reward: RecordOf<'rewardPoint'>, days: DateRange) {
  const { companyNo, retailStoreNos, paymentTypes } = reward
  const ofStores = reward.storeScope === storeScope.chosen ? sql`and t.retail_store_no = any(${retailStoreNos}::text[])` : sql``
  const ofPayments = paymentTypes.length > 0 ? sql`and t.payment_type = any(${paymentTypes}::text[])` : sql``
  return count(db, days, sales, sql`t.company_no = ${companyNo} ${ofStores} ${ofPayments}`)
}

/** Conversions with a partner in one direction. */
export function countConversions(
  db: Executor,
  { companyNo, direction }: Pick<RecordOf<'pointExchange'>, 'companyNo' | 'direction'>,
  days: DateRange,
) {
  return count(
    db,
    days,
    [direction === exchangeDirection.outbound ? txnKind.convertOut : txnKind.convertIn],
    sql`t.company_no = ${companyNo}`,
  )
}

type CardSetting = Pick<RecordOf<'payerExtraRatio'>, 'payerCompanyNo' | 'companyNo' | 'cardPrefixes'>

/** Sales by cards of a payer: the payer paid for a part of their points, or the card number has one of its prefixes. */
export function countCardSales(db: Executor, { payerCompanyNo, companyNo, cardPrefixes }: CardSetting, days: DateRange) {
  const ofCompany = companyNo === null ? sql`` : sql`and t.company_no = ${companyNo}`
  const borne = sql`exists (select 1 from point_entry e
    where e.transaction_id = t.id and e.company_no = ${payerCompanyNo} and e.account_class = 'PAYG')`
  const byNumber = sql`exists (select 1 from unnest(${cardPrefixes}::text[]) prefix where starts_with(t.card_no, prefix))`
  return count(db, days, sales, sql`(${borne} or ${byNumber}) ${ofCompany}`)
}

async function count(db: Executor, days: DateRange, kinds: readonly string[], which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from point_transaction t
      where t.business_date between ${days.startDate} and ${days.endDate} and t.kind = any(${kinds}::text[]) and ${which}
      limit ${countedMax + 1}) counted`.execute(db)
  return rows[0]?.count ?? 0
}
