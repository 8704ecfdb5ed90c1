import { sql } from 'kysely'
import { storeType, txnKind } from '../../../../rules/codes.generated.ts'
import { literals } from '../../../platform/database/literals.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { WarningRule } from '../rules/inForce.ts'
import type { HitRow } from './hit.ts'
import { type HitScope, hitColumns, isSubject, minutes, movementColumns, reaches } from './scope.ts'

/** R01: more than N transactions of a member within M minutes, by business time. */
export async function findBursts(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const span = minutes(rule.windowMinutes)
  const { rows } = await sql<HitRow>`
    select x.member_no as subject_key, ${hitColumns} from (
      select ${movementColumns}, count(*) over near as measured, jsonb_agg(m.id) over near as related_ids
      from anomaly_movement m
      where m.kind <> ${sql.lit(txnKind.issueBatch)} and ${isSubject('m.memberNo', scope.memberNos)}
        and m.business_at between ${scope.from}::timestamptz - ${span} and ${scope.to}
      window near as (partition by m.member_no order by m.business_at range between ${span} preceding and current row)
    ) x
    where x.measured > ${rule.thresholdCount} and x.occurred_at >= ${scope.from} and ${reaches(scope.companies, 'x.companyNo')}`.execute(db)
  return rows
}

/** R09: more than N transactions of an outlet on a day outside its hours; an outlet without hours, or open all day, has none outside. */
export async function findAfterHours(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const time = sql`to_char(m.business_at at time zone 'Asia/Taipei', 'HH24:MI')`
  const { rows } = await sql<HitRow>`
    select x.retail_store_no as subject_key, ${hitColumns} from (
      select ${movementColumns}, count(*) over day as measured, jsonb_agg(m.id) over day as related_ids
      from anomaly_movement m join retail_store s on s.retail_store_no = m.retail_store_no
      where m.kind <> ${sql.lit(txnKind.issueBatch)} and ${isSubject('m.retailStoreNo', scope.retailStoreNos)}
        and ${isSubject('m.companyNo', scope.companyNos)}
        and m.business_at between ${scope.from} and ${scope.to}
        and case
          when s.open_time < s.close_time then ${time} < s.open_time or ${time} > s.close_time
          when s.open_time > s.close_time then ${time} > s.close_time and ${time} < s.open_time
          else false end
      window day as (partition by m.retail_store_no, m.business_date order by m.business_at, m.id)
    ) x
    where x.measured > ${rule.thresholdCount} and ${reaches(scope.companies, 'x.companyNo')}`.execute(db)
  return rows
}

/** R11: one member at one outlet with more than N issues on a day. */
export async function findRepeatedIssues(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const { rows } = await sql<HitRow>`
    select x.member_no || '@' || x.retail_store_no as subject_key, ${hitColumns} from (
      select ${movementColumns}, count(*) over day as measured, jsonb_agg(m.id) over day as related_ids
      from anomaly_movement m
      where m.kind = ${sql.lit(txnKind.issue)} and m.retail_store_no is not null and ${isSubject('m.memberNo', scope.memberNos)}
        and m.business_at between ${scope.from} and ${scope.to}
      window day as (partition by m.member_no, m.retail_store_no, m.business_date order by m.business_at, m.id)
    ) x
    where x.measured > ${rule.thresholdCount} and ${reaches(scope.companies, 'x.companyNo')}`.execute(db)
  return rows
}

/** R07: one member at shops of different cities within M minutes. Online shops have no city and are left out. */
export async function findLeaps(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const span = minutes(rule.windowMinutes)
  const { rows } = await sql<HitRow>`
    select x.member_no as subject_key, ${hitColumns} from (
      select y.*, (select count(distinct city) from jsonb_array_elements_text(y.cities) as city)::int as measured from (
        select ${movementColumns}, jsonb_agg(s.city_code) over near as cities, jsonb_agg(m.id) over near as related_ids,
          min(s.city_code) over near <> max(s.city_code) over near as has_left
        from anomaly_movement m join retail_store s on s.retail_store_no = m.retail_store_no
        where m.kind in (${literals(txnKind.issue, txnKind.redeem, txnKind.issueReturn, txnKind.redeemReturn)})
          and s.store_type = ${sql.lit(storeType.physical)} and s.city_code is not null
          and ${isSubject('m.memberNo', scope.memberNos)}
          and m.business_at between ${scope.from}::timestamptz - ${span} and ${scope.to}
        window near as (partition by m.member_no order by m.business_at range between ${span} preceding and current row)
      ) y
      where y.has_left and y.occurred_at >= ${scope.from}
    ) x
    where ${reaches(scope.companies, 'x.companyNo')}`.execute(db)
  return rows
}

/** R12: more than N wrong serial numbers or pins from one address within M minutes. */
export async function findGuesses(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const span = minutes(rule.windowMinutes)
  const { rows } = await sql<HitRow>`
    select x.ip_address as subject_key, x.occurred_at, x.company_no, null as retail_store_no, null as member_no, null as transaction_no,
      null as txn_kind, null as points, null as amount, x.measured, '[]'::jsonb as related_ids
    from (
      select a.ip_address, a.occurred_at, a.company_no, count(*) over near as measured
      from serial_attempt a
      where ${isSubject('a.ipAddress', scope.ipAddresses)} and a.occurred_at between ${scope.from}::timestamptz - ${span} and ${scope.to}
      window near as (partition by a.ip_address order by a.occurred_at range between ${span} preceding and current row)
    ) x
    where x.measured > ${rule.thresholdCount} and x.occurred_at >= ${scope.from}`.execute(db)
  return rows
}
