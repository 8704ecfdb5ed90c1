import { sql } from 'kysely'
import { txnKind } from '../../../../rules/codes.generated.ts'
import { literals } from '../../../platform/database/literals.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { WarningRule } from '../rules/inForce.ts'
import type { HitRow } from './hit.ts'
import { type HitScope, hitColumns, isSubject, minutes, movementColumns, reaches, readMovementHits, startOfDay } from './scope.ts'

/** R02, R03: one sale that gives, or one redeem that takes, more than X points. */
export async function findLargePostings(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const kind = rule.ruleCode === 'R02' ? txnKind.issue : txnKind.redeem
  const { rows } = await sql<HitRow>`
    select x.transaction_no as subject_key, ${hitColumns} from (
      select ${movementColumns}, m.points as measured, jsonb_build_array(m.id) as related_ids
      from anomaly_movement m
      where m.kind = ${kind} and m.business_at between ${scope.from} and ${scope.to} and ${reaches(scope.companies, 'm.companyNo')}
    ) x
    where x.measured > ${rule.thresholdPoints}`.execute(db)
  return rows
}

/** R04: more than X points awarded by a company on a day. Read from the daily sums: a busy company has many sales. */
export async function findCompanyDays(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const { rows } = await sql<HitRow>`
    select d.company_no as subject_key, ${sql.raw('m.occurred_at, m.company_no, m.retail_store_no, m.member_no, m.transaction_no')},
      m.txn_kind, m.points, m.amount, d.measured, m.related_ids
    from (
      select company_no, business_date, -sum(points)::bigint as measured
      from account_daily
      where account_class in ('AWARD', 'PREPAID') and kind in (${literals(txnKind.issue, txnKind.issueBatch)})
        and ${isSubject('companyNo', scope.companyNos)}
        and business_date between (${scope.from}::timestamptz at time zone 'Asia/Taipei')::date
          and (${scope.to}::timestamptz at time zone 'Asia/Taipei')::date
        and ${reaches(scope.companies, 'companyNo')}
      group by company_no, business_date
      having -sum(points) > ${rule.thresholdPoints}
    ) d, lateral (
      select (array_agg(last.occurred_at))[1] as occurred_at, (array_agg(last.company_no))[1] as company_no,
        (array_agg(last.retail_store_no))[1] as retail_store_no, (array_agg(last.member_no))[1] as member_no,
        (array_agg(last.transaction_no))[1] as transaction_no, (array_agg(last.txn_kind))[1] as txn_kind,
        (array_agg(last.points))[1] as points, (array_agg(last.amount))[1] as amount, jsonb_agg(last.id) as related_ids
      from (
        select ${movementColumns} from anomaly_movement m
        where m.company_no = d.company_no and m.business_date = d.business_date
          and m.kind in (${literals(txnKind.issue, txnKind.issueBatch)})
        order by m.business_at desc, m.id desc limit 20
      ) last
    ) m
    where m.occurred_at is not null`.execute(db)
  return rows
}

/** R05: more than X points given to a member on a day. */
export function findMemberDays(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const kinds = sql`(${literals(txnKind.issue, txnKind.issueBatch)})`
  const met = sql`
    select y.id, y.member_no as subject_key, y.measured from (
      select m.id, m.member_no, sum(m.points) over day::bigint as measured
      from anomaly_movement m
      where m.kind in ${kinds} and ${isSubject('m.memberNo', scope.memberNos)} and m.business_at between ${scope.from} and ${scope.to}
      window day as (partition by m.member_no, m.business_date order by m.business_at, m.id)
    ) y
    where y.measured > ${rule.thresholdPoints}`
  const counted = sql`
    from anomaly_movement n
    where n.member_no = m.member_no and n.kind in ${kinds} and n.business_date = m.business_date
      and n.business_at between ${startOfDay} and m.business_at`
  return readMovementHits(db, { met, counted, companies: scope.companies })
}

/**
 * R10, second half: one code gives more than X points within M minutes. The points of each sale are read before they are summed:
 * PostgreSQL sums each window anew, and reads anew what it sums, where that is a query.
 */
export function findCodePoints(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const span = minutes(rule.windowMinutes)
  const met = sql`
    with sale as materialized (
      select m.id, m.activity_code, m.business_at, (
        select coalesce(-sum(e.points), 0) from point_entry e
        where e.transaction_id = m.id and e.component = 'ACTIVITY' and e.component_code = m.activity_code
      ) as code_points
      from anomaly_movement m
      where m.kind = ${sql.lit(txnKind.issue)} and m.activity_code is not null and ${isSubject('m.activityCode', scope.activityCodes)}
        and m.business_at between ${scope.from}::timestamptz - ${span} and ${scope.to}
    )
    select y.id, y.activity_code || '#點數' as subject_key, y.measured from (
      select p.id, p.activity_code, p.business_at, sum(p.code_points) over near::bigint as measured
      from sale p
      window near as (partition by p.activity_code order by p.business_at range between ${span} preceding and current row)
    ) y
    where y.measured > ${rule.thresholdPoints} and y.business_at >= ${scope.from}`
  const counted = sql`
    from anomaly_movement n
    where n.activity_code = m.activity_code and n.kind = ${sql.lit(txnKind.issue)}
      and n.business_at between m.business_at - ${span} and m.business_at`
  return readMovementHits(db, { met, counted, companies: scope.companies })
}

/** R10, first half: more than N refused uses of one code within M minutes. */
export async function findCodeExceptions(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const span = minutes(rule.windowMinutes)
  const { rows } = await sql<HitRow>`
    select x.activity_code || '#筆數' as subject_key, x.occurred_at, x.company_no, x.retail_store_no, x.member_no, null as transaction_no,
      null as txn_kind, x.expected_points as points, x.amount, x.measured, '[]'::jsonb as related_ids
    from (
      select l.*, count(*) over near as measured
      from log_activity_exception l
      where ${isSubject('l.activityCode', scope.activityCodes)}
        and l.occurred_at between ${scope.from}::timestamptz - ${span} and ${scope.to}
      window near as (partition by l.activity_code order by l.occurred_at range between ${span} preceding and current row)
    ) x
    where x.measured > ${rule.thresholdCount} and x.occurred_at >= ${scope.from} and ${reaches(scope.companies, 'x.companyNo')}`.execute(db)
  return rows
}
