import { type RawBuilder, sql } from 'kysely'
import { type AberrantType, aberrantType, type Severity, severity, txnKind } from '../../../../rules/codes.generated.ts'
import { literals } from '../../../platform/database/literals.ts'

const severities = {
  [aberrantType.latePosted]: severity.low,
  [aberrantType.ruleMismatch]: severity.medium,
  [aberrantType.largeTransaction]: severity.medium,
  [aberrantType.negativeMonth]: severity.high,
  [aberrantType.manualAdjustment]: severity.low,
  [aberrantType.unknownStore]: severity.medium,
  [aberrantType.reconcileMismatch]: severity.high,
  [aberrantType.noAmount]: severity.medium,
} as const satisfies Record<AberrantType, Severity>

const issues = sql`(${literals(txnKind.issue, txnKind.issueBatch)})`
const adjustments = sql`(${literals(txnKind.adjustAdd, txnKind.adjustDeduct, txnKind.adjustCompany)})`

const named = (type: AberrantType) => sql`${sql.lit(type)}::text as aberrant_type, ${sql.lit(severities[type])}::text as severity`

interface Points {
  readonly points?: RawBuilder<unknown>
  readonly expected?: RawBuilder<unknown>
}

/** Selects the columns of a remark on one transaction. `x` is a row of `suspect`. */
const ofTransaction = (type: AberrantType, { points = sql`x.points`, expected = sql`null` }: Points = {}) => sql`
  ${named(type)}, x.period_id, x.company_no, x.retail_store_no, x.transaction_no, null::date as about_date, x.business_at as occurred_at,
  ${points}::bigint as points, ${expected}::bigint as expected_points, x.amount`

/**
 * A2: the points that the partner sent differ from the points that the rule gave, whoever pays for them. A difference of one point or one
 * percent counts as rounding. The entries of a transaction add up to zero, so the points given equal what the member received.
 */
const sentOtherwise = sql`
  select ${ofTransaction(aberrantType.ruleMismatch, { points: sql`s.sent_points`, expected: sql`given.points` })}
  from posted p
  join partner_sale s on s.transaction_id = p.id
  cross join lateral (select sum(e.points) as points from point_entry e where e.transaction_id = p.id and e.points > 0) given
  cross join lateral (select p.*, t.transaction_no, t.business_at from point_transaction t where t.id = p.id) x
  where p.kind in ${issues} and p.is_seller and abs(s.sent_points - given.points) > greatest(1, given.points * 0.01)`

/** A8: a sale without an amount, and without an activity that would explain it. */
const hasNoAmount = sql`(x.kind in ${issues} and coalesce(x.amount, 0) = 0 and x.activity_code is null)`

const largePoints = 10_000

/** A3: at least 10,000 points, and more than ten times the 99th percentile of the sales of the 90 days before. */
const tooLarge = sql`
  select ${ofTransaction(aberrantType.largeTransaction, { expected: sql`ceil(usual.points)` })}
  from suspect x
  cross join lateral (
    select percentile_cont(0.99) within group (order by sale.points) as points
    from (
      select -sum(e.points) as points
      from point_transaction t join point_entry e on e.transaction_id = t.id
      where t.company_no = x.company_no and t.business_date between x.business_date - 90 and x.business_date - 1 and t.kind in ${issues}
        and e.company_no = x.company_no and e.account_class in ('AWARD', 'PREPAID')
      group by t.id
    ) sale
  ) usual
  where x.kind in ${issues} and x.points >= ${sql.lit(largePoints)} and x.points > 10 * coalesce(usual.points, 0)`

/** A4: more points were returned than issued, so the company is credited for the month. */
const moreReturnedThanIssued = sql`
  select ${named(aberrantType.negativeMonth)}, n.period_id, n.company_no, null::text, null::text, null::date,
    (select max(t.business_at) from posted x join point_transaction t on t.id = x.id where x.period_id = n.period_id),
    n.award_points, 0::bigint, null::bigint
  from total n where n.award_points < 0`

/** A6: the outlet is unknown, or was not open on the business date. */
const storeNotOpen = sql`select ${ofTransaction(aberrantType.unknownStore)} from suspect x where x.is_store_not_open`

/** A7: a day on which the partner's total differs from the points that were posted. */
const reconciledOtherwise = sql`
  select ${named(aberrantType.reconcileMismatch)}, m.id, m.company_no, null::text, null::text, c.business_date,
    max(c.reconciled_at), sum(c.platform_points)::bigint, sum(c.partner_points)::bigint, null::bigint
  from month m join partner_reconciliation c on c.company_no = m.company_no and c.business_date between m.start_date and m.end_date
  where not c.is_matched
  group by m.id, m.company_no, c.business_date`

/**
 * Common table expressions after {@link postedEntries}: `found` has the aberrant points of periods that accounting has to explain (domain
 * 7.9). The rows have no remark number yet. Only what looks suspicious goes through the rules.
 */
export const aberrantPoints: RawBuilder<unknown> = sql`
  doubtful as materialized (
    select * from (
      select p.*, p.retail_store_no is not null and
        (r.retail_store_no is null or p.business_date < r.open_date or p.business_date > r.close_date) is true as is_store_not_open
      from posted p left join retail_store r on r.retail_store_no = p.retail_store_no
    ) x
    where x.is_late or x.is_store_not_open or x.points >= ${sql.lit(largePoints)} or x.kind in ${adjustments} or ${hasNoAmount}
  ), suspect as materialized (
    select x.*, t.transaction_no, t.business_at from doubtful x join point_transaction t on t.id = x.id
  ), found as materialized (
    select ${ofTransaction(aberrantType.latePosted)} from suspect x where x.is_late
    union all ${sentOtherwise}
    union all ${tooLarge}
    union all ${moreReturnedThanIssued}
    union all select ${ofTransaction(aberrantType.manualAdjustment)} from suspect x where x.kind in ${adjustments}
    union all ${storeNotOpen}
    union all ${reconciledOtherwise}
    union all select ${ofTransaction(aberrantType.noAmount, { expected: sql`0` })} from suspect x
      where ${hasNoAmount}
  )`
