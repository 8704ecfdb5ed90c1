import { sql } from 'kysely'
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
