import { sql } from 'kysely'
import { activityAdjustStatus, activityAdjustType } from '../../../rules/codes.generated.ts'
import { startOfTaipeiDate } from '../../../rules/dates.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** Copies the activities of the small set to companies of the large set, spread over its months. */
export async function copyActivities(db: Executor, asOf: string, count: number): Promise<void> {
  await sql`
    with model as (
      select a, row_number() over (order by activity_code) - 1 as place, count(*) over () as models
      from activity a where company_no <> 'C000000' and start_at < ${startOfTaipeiDate(asOf)}
    ), shop as (
      select company_no, company_short_name, row_number() over (order by company_no) - 1 as place, count(*) over () as shops
      from company where company_no > 'C001000' and not is_payer
    )
    insert into activity select (r).* from (
      select jsonb_populate_record(m.a, jsonb_build_object('id', random_id(), 'activity_code', 'B' || lpad(n::text, 8, '0'),
        'activity_name', s.company_short_name || (m.a).activity_name, 'company_no', s.company_no, 'used_points', 0,
        'start_at', (m.a).start_at - n % 480 * interval '1 day', 'end_at', (m.a).end_at - n % 480 * interval '1 day',
        'created_at', (m.a).start_at - (n % 480 + 14) * interval '1 day')) as r
      from generate_series(1, ${count}::int) as n
      join model m on m.place = n % m.models
      join shop s on s.place = n * 7 % s.shops
    ) as copy`.execute(db)
}

/**
 * The requests of the copied activities (活動異動), each decided by a second person: one for each new activity, then changes of the first
 * ones.
 */
export async function copyRequests(db: Executor, count: number): Promise<void> {
  await sql`
    with copied as (
      select a.*, row_number() over (order by activity_code) as place, count(*) over () as copies from activity a where activity_code like 'B________'
    ), wanted as (
      select n, n > copies as is_change, c.*, c.start_at - case when n > copies then 3 else 12 end * interval '1 day' as asked_at
      from generate_series(1, ${count}::int) as n join copied c on c.place = 1 + (n - 1) % c.copies
    )
    insert into activity_adjustment (adjustment_no, adjust_type, activity_id, activity_code, activity_name, company_no, changes, budget_points,
      budget_diff, reason, drafted_by, submitted_by, submitted_at, approved_by, approved_at, reject_reason, status)
    select 'AA' || to_char(asked_at at time zone 'Asia/Taipei', 'YYYYMMDD') || lpad((9000 + n)::text, 4, '0'),
      case when is_change then ${activityAdjustType.change} else ${activityAdjustType.creation} end, id, activity_code, activity_name, company_no,
      case when is_change then jsonb_build_array(jsonb_build_object('field', 'budgetPoints', 'title', '活動預算點數',
        'before', to_char(budget_points, 'FM999,999,999'), 'after', to_char(budget_points * 2, 'FM999,999,999'))) else '[]' end,
      case when is_change then budget_points * 2 else budget_points end, budget_points,
      case when is_change then '預期來客增加，申請追加預算。' end, 'mkt01', 'mkt01', asked_at, 'ops01', asked_at + interval '1 day',
      case when is_change then '原預算尚足，請於用罄前再提出。' end,
      case when is_change then ${activityAdjustStatus.rejected} else ${activityAdjustStatus.approved} end
    from wanted`.execute(db)
}
