import { sql } from 'kysely'
import { addDays } from '../../../src/rules/dates.ts'
import { buildCompanyDays } from '../../../src/server/domain/points/public.ts'
import type { Database } from '../../../src/server/platform/database/tables.ts'
import { transact } from '../../../src/server/platform/database/transact.ts'

const outletsOfCompany = 50
const daysOfSums = 540

/** The sums that postings of 1,000 outlets would have left, every day an issue and a redemption of each. */
export async function fillDailySums(db: Database, today: string): Promise<void> {
  await sql`
    insert into account_daily (business_date, company_no, retail_store_no, account_class, kind, shard, points, entry_count, amount)
    select day::date, company_no, company_no || lpad(outlet::text, 4, '0'), 'MEMBER', kind, 0,
      case kind when '10' then 20 + outlet else -5 - outlet end, 3, case kind when '10' then 100 * outlet else 0 end
    from company, generate_series(1, ${sql.lit(outletsOfCompany)}) as outlet, unnest(array['10', '20']) as kind,
      generate_series(${today}::date - ${sql.lit(daysOfSums)}::int, ${today}::date, '1 day') as day
    on conflict do nothing`.execute(db)
  await buildCompanyDays({ through: addDays(today, -1), run: (step) => transact(db, step) })
  await sql`vacuum analyze account_daily, company_daily`.execute(db)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from account_daily`.execute(db)
  console.log(`日彙總 ${rows[0]?.count} 列`)
}
