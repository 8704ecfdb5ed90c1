import { type RawBuilder, sql } from 'kysely'

/** Where one transaction in ten or more is wanted, all of them are read in order; a single look-up costs as much as ten of those. */
const wantedShare = 0.1

/** Columns of a transaction `t` that the statement and its remarks are decided by. */
const decidingColumns = sql`t.kind, t.amount, t.company_no, t.retail_store_no, t.business_date, t.activity_code`

/**
 * Common table expressions over the entries of periods, of which each is read once, whatever is made of them:
 *
 * - `month`: the periods
 * - `leg`: their entries. `is_late`: the business date is outside the period, because the entry came after the period of that date was closed
 * - `posted`: what each transaction posted to a period, with the columns of the transaction. Points are signed as on the statement of the
 *   company: points given and points redeemed are positive
 *
 * Transactions are numbered in the order of their posting, so those of all companies in a month lie beside each other (`near`); those of a
 * few companies are looked up one by one.
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
  ), near as (
    select t.id, ${decidingColumns} from point_transaction t
    where t.id >= (select low from span) and t.id <= (select high from span)
  ), posted as materialized (
    select g.*, coalesce(n.kind, f.kind) as kind, coalesce(n.amount, f.amount) as amount,
      coalesce(n.company_no, f.company_no) = g.company_no as is_seller, coalesce(n.retail_store_no, f.retail_store_no) as retail_store_no,
      coalesce(n.business_date, f.business_date) as business_date, coalesce(n.activity_code, f.activity_code) as activity_code
    from (
      select period_id, company_no, transaction_id as id, bool_or(is_late) as is_late,
        sum(case when account_class in ('DEDUCT', 'CONVOUT') then points else -points end)::bigint as points,
        coalesce(-sum(points) filter (where account_class = 'AWARD'), 0)::bigint as award_points
      from leg group by 1, 2, 3
    ) g
    left join near n on n.id = g.id
    left join lateral (
      select ${decidingColumns} from point_transaction t where t.id = case when n.id is null then g.id end offset 0
    ) f on true
  )`
