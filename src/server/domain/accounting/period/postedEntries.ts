import { type RawBuilder, sql } from 'kysely'
import { txnKind } from '../../../../rules/codes.generated.ts'
import { literals } from '../../../platform/database/literals.ts'

/** Where one transaction in ten or more is wanted, all of them are read in order; a single look-up costs as much as ten of those. */
const wantedShare = 0.1

/** Columns of a transaction `t` that the statement and its remarks are decided by. */
const decidingColumns = sql`t.id, t.kind, t.amount, t.company_no, t.retail_store_no, t.activity_code`

const issues = sql`(${literals(txnKind.issue, txnKind.issueBatch)})`

/**
 * Common table expressions over the entries of periods, of which each is read once, whatever is made of them:
 *
 * - `month`: the periods
 * - `entry`: their entries, with columns of the transaction. `is_late`: the business date is outside the period, because the entry came after
 *   the period of that date was closed
 * - `posted`: what each transaction posted to a period. Points are signed as on the statement of the company: points given and points
 *   redeemed are positive. An entry has the business date of its transaction (I1)
 * - `total`: the sales of each period that has entries, and their NT$ less returns
 *
 * Transactions are numbered in the order of their posting, so those of all companies in a month lie beside each other and are read so
 * (`span`); those of a few companies are looked up one by one.
 *
 * @param periodIds ids of company_period
 */
export const postedEntries = (periodIds: readonly number[]): RawBuilder<unknown> => sql`
  month as (
    select id, company_no, start_date, end_date from company_period where id = any (${periodIds}::bigint[])
  ), leg as materialized (
    select m.id as period_id, m.company_no, e.transaction_id, e.account_class, e.component, e.unit_price, e.business_date, e.points,
      e.business_date not between m.start_date and m.end_date as is_late
    from month m
    join point_entry e on e.company_no = m.company_no and e.period_id = m.id
  ), span as materialized (
    select w.low, w.high
    from (select min(transaction_id) as low, max(transaction_id) as high, count(*) as legs from leg) w
    cross join (select min(id) as first, max(id) as last from point_transaction) a
    cross join (select reltuples from pg_class where oid = 'point_transaction'::regclass) c
    where w.legs >= ${sql.lit(wantedShare)} * c.reltuples * ((w.high - w.low)::float8 / greatest(a.last - a.first, 1))
  ), sold as (
    select ${decidingColumns} from point_transaction t where t.id >= (select low from span) and t.id <= (select high from span)
    union all
    select ${decidingColumns}
    from (select distinct transaction_id from leg where not exists (select from span)) g
    join point_transaction t on t.id = g.transaction_id
  ), entry as materialized (
    select g.*, t.kind, t.amount, t.company_no = g.company_no as is_seller, t.retail_store_no, t.activity_code
    from leg g join sold t on t.id = g.transaction_id
  ), posted as materialized (
    select period_id, company_no, transaction_id as id, business_date, kind, amount, is_seller, retail_store_no, activity_code,
      bool_or(is_late) as is_late, sum(case when account_class in ('DEDUCT', 'CONVOUT') then points else -points end)::bigint as points,
      coalesce(-sum(points) filter (where account_class = 'AWARD'), 0)::bigint as award_points
    from entry group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  ), total as materialized (
    select period_id, company_no, sum(award_points)::bigint as award_points, count(*) filter (where kind in ${issues})::int as transaction_count,
      coalesce(sum(case when kind in ${issues} then amount when kind = ${sql.lit(txnKind.issueReturn)} then -amount end), 0)::bigint
        as sales_amount
    from posted group by 1, 2
  )`
