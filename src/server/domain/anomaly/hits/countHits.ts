import { type RawBuilder, sql } from 'kysely'
import { storeType, txnKind } from '../../../../rules/codes.generated.ts'
import { literals } from '../../../platform/database/literals.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import type { PostedFacts } from '../events.ts'
import type { WarningRule } from '../rules/inForce.ts'
import type { HitRow } from './hit.ts'
import { type HitScope, isOnDays, isSubject, minutes, readMovementHits, startOfDay } from './scope.ts'

/** R01: more than N transactions of a member within M minutes, by business time. */
export function findBursts(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const span = minutes(rule.windowMinutes)
  const met = sql`
    select y.id, y.member_no as subject_key, y.measured from (
      select m.id, m.member_no, m.business_at, count(*) over near as measured
      from anomaly_movement m
      where m.kind <> ${sql.lit(txnKind.issueBatch)} and ${isSubject('m.memberNo', scope.memberNos)}
        and m.business_at between ${scope.from}::timestamptz - ${span} and ${scope.to}
      window near as (partition by m.member_no order by m.business_at range between ${span} preceding and current row)
    ) y
    where y.measured > ${rule.thresholdCount} and y.business_at >= ${scope.from}`
  const counted = sql`
    from anomaly_movement n
    where n.member_no = m.member_no and n.kind <> ${sql.lit(txnKind.issueBatch)}
      and n.business_at between m.business_at - ${span} and m.business_at`
  return readMovementHits(db, { met, counted, companies: scope.companies })
}

/** Outside the hours of the outlet `s`; one without hours, or open all day, has none outside. @param at time of a transaction */
function isAfterHours(at: RawBuilder<unknown>): RawBuilder<boolean> {
  const time = sql`to_char(${at} at time zone 'Asia/Taipei', 'HH24:MI')`
  return sql`case
    when s.open_time < s.close_time then ${time} < s.open_time or ${time} > s.close_time
    when s.open_time > s.close_time then ${time} > s.close_time and ${time} < s.open_time
    else false end`
}

/** Ids of those transactions of which the outlet was closed: R09 has nothing to ask of the others, which are nearly all. */
export async function idsAfterHours(db: Executor, postings: readonly PostedFacts[]): Promise<ReadonlySet<number>> {
  const sales = postings.map(({ transactionId, retailStoreNo, businessAt }) => ({
    id: transactionId,
    outlet: retailStoreNo,
    at: businessAt,
  }))
  const { rows } = await sql<{ id: number }>`
    select sale.id
    from json_to_recordset(${JSON.stringify(sales)}::json) as sale (id bigint, outlet text, at timestamptz)
    join retail_store s on s.retail_store_no = sale.outlet
    where ${isAfterHours(sql`sale.at`)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** R09: more than N transactions of an outlet on a day outside its hours. */
export function findAfterHours(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const met = sql`
    select y.id, y.retail_store_no as subject_key, y.measured from (
      select m.id, m.retail_store_no, count(*) over day as measured
      from anomaly_movement m join retail_store s on s.retail_store_no = m.retail_store_no
      where m.kind <> ${sql.lit(txnKind.issueBatch)} and ${isSubject('m.retailStoreNo', scope.retailStoreNos)}
        and ${isSubject('m.companyNo', scope.companyNos)} and ${isOnDays(scope)}
        and m.business_at between ${scope.from} and ${scope.to} and ${isAfterHours(sql`m.business_at`)}
      window day as (partition by m.retail_store_no, m.business_date order by m.business_at, m.id)
    ) y
    where y.measured > ${rule.thresholdCount}`
  const counted = sql`
    from anomaly_movement n join retail_store s on s.retail_store_no = n.retail_store_no
    where n.company_no = m.company_no and n.retail_store_no = m.retail_store_no and n.business_date = m.business_date
      and n.kind <> ${sql.lit(txnKind.issueBatch)} and n.business_at <= m.business_at and ${isAfterHours(sql`n.business_at`)}`
  return readMovementHits(db, { met, counted, companies: scope.companies })
}

/** R11: one member at one outlet with more than N issues on a day. */
export function findRepeatedIssues(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const met = sql`
    select y.id, y.member_no || '@' || y.retail_store_no as subject_key, y.measured from (
      select m.id, m.member_no, m.retail_store_no, count(*) over day as measured
      from anomaly_movement m
      where m.kind = ${sql.lit(txnKind.issue)} and m.retail_store_no is not null and ${isSubject('m.memberNo', scope.memberNos)}
        and m.business_at between ${scope.from} and ${scope.to}
      window day as (partition by m.member_no, m.retail_store_no, m.business_date order by m.business_at, m.id)
    ) y
    where y.measured > ${rule.thresholdCount}`
  const counted = sql`
    from anomaly_movement n
    where n.member_no = m.member_no and n.retail_store_no = m.retail_store_no and n.kind = ${sql.lit(txnKind.issue)}
      and n.business_date = m.business_date and n.business_at between ${startOfDay} and m.business_at`
  return readMovementHits(db, { met, counted, companies: scope.companies })
}

/** Kinds of transactions in a shop, which R07 follows. */
export const shopKinds = [txnKind.issue, txnKind.redeem, txnKind.issueReturn, txnKind.redeemReturn] as const

/** R07: one member at shops of different cities within M minutes. Online shops have no city and are left out. */
export function findLeaps(db: Executor, rule: WarningRule, scope: HitScope): Promise<readonly HitRow[]> {
  const span = minutes(rule.windowMinutes)
  const isInShop = (transaction: string) => sql<boolean>`
    ${sql.ref(`${transaction}.kind`)} in (${literals(...shopKinds)}) and s.store_type = ${sql.lit(storeType.physical)}
      and s.city_code is not null`
  const counted = sql`
    from anomaly_movement n join retail_store s on s.retail_store_no = n.retail_store_no
    where n.member_no = m.member_no and ${isInShop('n')} and n.business_at between m.business_at - ${span} and m.business_at`
  const met = sql`
    select m.id, m.member_no as subject_key, (select count(distinct s.city_code) ${counted})::int as measured
    from (
      select m.id, m.member_no, m.business_at, min(s.city_code) over near <> max(s.city_code) over near as has_left
      from anomaly_movement m join retail_store s on s.retail_store_no = m.retail_store_no
      where ${isInShop('m')} and ${isSubject('m.memberNo', scope.memberNos)}
        and m.business_at between ${scope.from}::timestamptz - ${span} and ${scope.to}
      window near as (partition by m.member_no order by m.business_at range between ${span} preceding and current row)
    ) m
    where m.has_left and m.business_at >= ${scope.from}`
  return readMovementHits(db, { met, counted, companies: scope.companies })
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
