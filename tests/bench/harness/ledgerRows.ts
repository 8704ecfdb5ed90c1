import { sql } from 'kysely'
import { addDays } from '../../../src/rules/dates.ts'
import { insertCompany, insertMembers } from '../../../src/server/domain/points/testing/ledgerDatabase.ts'
import type { Database, Trx } from '../../../src/server/platform/database/tables.ts'
import { transact } from '../../../src/server/platform/database/transact.ts'

/** Distribution of the rows: three in ten belong to the largest company, whose entries of 92 days fill more than a thousand pages. */
export const ledgerShape = { companies: 20, members: 5000, days: 540, largest: 'C000101' } as const
const rowsPerStatement = 100_000

/**
 * Writes `count` sales with two entries each, for lists to read: evenly over the days before `lastDay`, with the indexes of the product.
 * The triggers of the ledger are disabled meanwhile, and balances and lots are missing, so that nothing can be posted or verified here.
 */
export async function fillLedgerRows(
  db: Database,
  {
    count,
    lastDay,
    members = ledgerShape.members,
  }: { readonly count: number; readonly lastDay: string; readonly members?: number | undefined },
): Promise<void> {
  const companies = Array.from({ length: ledgerShape.companies }, (_, index) => `C0001${String(index + 1).padStart(2, '0')}`)
  for (const companyNo of companies) await insertCompany(db, { companyNo })
  await insertMembers(db, members)
  await sql`
    select ledger_ensure_accounts(jsonb_agg(jsonb_build_object('class', class, 'owner_id', owner_id))) from (
      select 'MEMBER' as class, member_no as owner_id from member union all select 'AWARD', company_no from company) as wanted`.execute(db)
  await sql`
    insert into company_period (company_no, stream, period_no, start_date, end_date)
    select company_no, 'MONTH', to_char(month, 'YYYYMM'), month, month + interval '1 month' - interval '1 day'
    from company, generate_series(date_trunc('month', ${lastDay}::date - ${sql.lit(ledgerShape.days)}::int), ${lastDay}::date, '1 month') as month`.execute(
    db,
  )
  await writeAllSales(db, { count, lastDay, days: ledgerShape.days, before: 0 })
}

/** As many sales more, all of one day: what a chain of supermarkets sells on a holiday. A fifth names a campaign. */
export function fillLedgerDay(db: Database, count: number, day: string): Promise<void> {
  return writeAllSales(db, { count, lastDay: addDays(day, 1), days: 1, before: 10_000_000, activityCode: 'ACTIVITY1' })
}

interface SalesInput {
  readonly count: number
  readonly lastDay: string
  /** They are spread over so many days before the last one. */
  readonly days: number
  /** Number before that of the first. */
  readonly before: number
  readonly activityCode?: string
}

async function writeAllSales(db: Database, input: SalesInput): Promise<void> {
  for (let first = 0; first < input.count; first += rowsPerStatement) {
    await transact(db, (trx) => writeSales(trx, { ...input, first, end: Math.min(input.count, first + rowsPerStatement) }))
  }
  await sql`analyze`.execute(db)
}

interface WriteSalesInput extends SalesInput {
  readonly first: number
  readonly end: number
}

async function writeSales(trx: Trx, { first, end, count, lastDay, days, before, activityCode }: WriteSalesInput): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(trx)
  await sql`
    create temp table sale on commit drop as
    select n, ledger_transaction_id(at, n) as id, at, (at at time zone 'Asia/Taipei')::date as day, c.company_no, c.id as account_id,
      m.member_no, m.id as member_account_id, p.id as period_id, 1 + n % 90 as points
    from (
      select n + ${sql.lit(before)} as n, ((${lastDay}::date - ${sql.lit(days)}::int)::timestamp at time zone 'Asia/Taipei')
          + n * (${sql.lit(days)} * interval '1 day' / ${sql.lit(count)}) as at,
        case when n % 10 < 3 then 1 else 1 + n % ${sql.lit(ledgerShape.companies)} end as company
      from generate_series(${sql.lit(first)}, ${sql.lit(end)} - 1) as n
    ) as s
    join (select company_no, a.id, row_number() over (order by company_no) as place from company
      join point_account a on a.class = 'AWARD' and a.owner_id = company_no) c on c.place = s.company
    join (select owner_id as member_no, id, row_number() over (order by owner_id) as place from point_account where class = 'MEMBER') m
      on m.place = 1 + (s.n::bigint * 7919) % (select count(*) from member)
    join company_period p on p.company_no = c.company_no and (at at time zone 'Asia/Taipei')::date between p.start_date and p.end_date`.execute(
    trx,
  )
  await sql`
    insert into point_transaction (id, transaction_no, kind, business_at, business_date, posted_at, source, source_id, platform_no,
      external_txn_no, company_no, retail_store_no, member_no, amount, payable_amount, payment_type, rule_snapshot, activity_code, is_late_posted, created_by,
      entry_count, chain_account_id, chain_seq, chain_hash)
    select id, 'T' || n, '10', at, day, at, 'P0001', 'B' || n, 'P0001', 'B' || n, company_no, company_no || '0001', member_no, points * 100,
      points * 100, '1', '{"spendAmount": 100, "points": 1}', case when n % 5 = 0 then ${activityCode ?? null}::text end, false, 'P0001', 2, 1, n + 1, '\\x00'
    from sale`.execute(trx)
  await sql`
    insert into point_entry (id, transaction_id, line_no, account_id, account_class, points, company_no, retail_store_no, period_id, unit_price,
      component, account_seq, balance_after, business_date, posted_at)
    select id + 1, id, 1, member_account_id, 'MEMBER', points, company_no, company_no || '0001', null, null, null, n + 1, 1, day, at from sale
    union all
    select id + 2, id, 2, account_id, 'AWARD', -points, company_no, company_no || '0001', period_id, 1.05, 'BASE', null, null, day, at
    from sale`.execute(trx)
}
