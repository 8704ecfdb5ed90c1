import { type RawBuilder, sql } from 'kysely'
import { remarkStatus, statementStatus } from '../../../../rules/codes.generated.ts'
import type { Executor } from '../../../platform/database/tables.ts'
import { postedEntries } from '../period/postedEntries.ts'
import { aberrantPoints } from './aberrantPoints.ts'

/**
 * Common table expressions after {@link postedEntries} that bring the remarks of open months up to date. New ones are added. Unexplained ones
 * get the current points, or are deleted when their cause is gone (a day was reconciled again, a month is positive again). Explained ones
 * are not changed. Safe to repeat.
 *
 * @param today YYYY-MM-DD in Taipei, part of the remark numbers
 */
export function remarkChanges(periodIds: readonly number[], today: string): RawBuilder<unknown> {
  const day = today.replaceAll('-', '')
  return sql`
    ${aberrantPoints},
    known as (
      select r.id, r.status, r.handle_type, r.points, r.expected_points, f.points as points_now, f.expected_points as expected_now,
        f.period_id is not null as is_found
      from aberrant_point_remark r left join found f on ${isSame}
      where r.period_id = any (${periodIds}::bigint[])
    ),
    gone as (
      delete from aberrant_point_remark r using known k
      where r.id = k.id and not k.is_found and k.handle_type is null
    ),
    moved as (
      update aberrant_point_remark r set points = k.points_now, expected_points = k.expected_now, row_version = r.row_version + 1
      from known k
      where r.id = k.id and k.is_found and k.status = ${remarkStatus.open}
        and (k.points, k.expected_points) is distinct from (k.points_now, k.expected_now)
    ),
    added as (
      insert into aberrant_point_remark (remark_no, period_id, company_no, retail_store_no, aberrant_type, severity, transaction_no,
        about_date, occurred_at, points, expected_points, amount, created_by)
      select ${`AR${day}`} || to_char(next_number('AR', ${day}), 'FM00000'), f.period_id, f.company_no, f.retail_store_no,
        f.aberrant_type, f.severity, f.transaction_no, f.about_date, f.occurred_at, f.points, f.expected_points, f.amount, '系統'
      from (select f.* from found f where f.period_id = any (${periodIds}::bigint[]) and not exists (
        select from aberrant_point_remark r where ${isSame}) order by f.occurred_at, f.transaction_no) f
      on conflict do nothing
      returning 1
    )`
}

/** Brings the remarks of open months up to date. @returns number of remarks added */
export async function refreshRemarks(db: Executor, periodIds: readonly number[], today: string): Promise<number> {
  if (periodIds.length === 0) return 0
  const { rows } = await sql<{ added: number }>`
    with ${postedEntries(periodIds)}, ${remarkChanges(periodIds, today)} select count(*)::int as added from added`.execute(db)
  return rows[0]?.added ?? 0
}

/**
 * Matches a stored remark `r` with a found one `f`, by the same expressions as the unique index of remarks. `is not distinct from` cannot be
 * hashed: a month with some thousand remarks would be compared one by one with itself.
 */
const isSame = sql`(r.period_id = f.period_id and r.aberrant_type = f.aberrant_type
  and coalesce(r.transaction_no, '') = coalesce(f.transaction_no, '')
  and coalesce(r.about_date, '-infinity'::date) = coalesce(f.about_date, '-infinity'::date))`

/** Refreshes the remarks of all open months, one company at a time. A run that was stopped can simply be repeated. */
export async function refreshOpenMonths(db: Executor, today: string, signal: AbortSignal): Promise<{ readonly added: number }> {
  const { rows } = await sql<{ ids: readonly number[] }>`
    select array_agg(id order by id) as ids from company_period
    where stream = 'MONTH' and status = ${statementStatus.open} group by company_no order by company_no`.execute(db)
  let added = 0
  for (const { ids } of rows) {
    signal.throwIfAborted()
    added += await refreshRemarks(db, ids, today)
  }
  return { added }
}
