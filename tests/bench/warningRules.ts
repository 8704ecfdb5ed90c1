/**
 * How long the anomaly rules need for the postings of a moment, when they look at them after the commit: on a quiet day after two years,
 * and on a day that already has 500,000 sales, five hundred times as many. The next sale of that day may be dearer by what its member
 * bought already and by the hour of its campaign, and by nothing else. All rules are on, and nothing is found, as nearly always.
 *
 * npm run bench -- warningRules
 * EVENTS, ROUNDS: other than 1,000 and 5.
 */
import { sql } from 'kysely'
import { addDays } from '../../src/rules/dates.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { type FilledServer, timeOf, withFilledServer } from './harness/filledServer.ts'
import { fillLedgerDay } from './harness/ledgerRows.ts'
import { median, report, reportLimits } from './harness/report.ts'

const eventCount = Number(process.env.EVENTS ?? 1000)
const rounds = Number(process.env.ROUNDS ?? 5)
const quietDay = '2025-06-30'
const busyDay = addDays(quietDay, 1)
const salesOfBusyDay = 500_000
/** Five sales of each on the busy day. */
const members = 100_000
const ratioMost = 2
/** Twice what the partner API posts at its fastest on the same machine. */
const millisecondsMost = 500

/** The shops of the sales, open all day in one city, so that no rule finds anything; and every rule. */
async function watch(db: Database): Promise<void> {
  await sql`
    insert into retail_store (retail_store_no, company_no, partner_store_code, store_name, store_type, phone, open_date, status, city_code, district_code,
      zip_code, address, open_time, close_time)
    select company_no || '0001', company_no, 'S001', company_no, '1', '02-23456789', '2020-01-01', '1', 'TPE', '100', '100',
      'x', '00:00', '23:59'
    from company on conflict do nothing`.execute(db)
  await sql`update warning_rule set is_enabled = true, threshold_count = case when rule_code = 'R11' then 1000 else threshold_count end`.execute(
    db,
  )
}

/** Leaves events for the last sales of a day, as their postings would have, and the job that looks at them. */
async function leaveEvents(db: Database, day: string): Promise<void> {
  await sql`
    insert into anomaly_outbox (event)
    select jsonb_build_object('kind', 'posted', 'hits', '[]'::jsonb, 'posting', jsonb_build_object('transactionId', id, 'transactionNo',
      transaction_no, 'kind', kind, 'businessAt', business_at, 'companyNo', company_no, 'retailStoreNo', retail_store_no, 'memberNo',
      member_no, 'points', amount / 100, 'amount', amount, 'activityCode', activity_code))
    from point_transaction where business_date = ${day} order by business_at desc limit ${eventCount}`.execute(db)
  await sql`insert into job (name, run_at) values ('anomaly.evaluate', now())`.execute(db)
}

async function timeOfRules({ db, runJobs }: FilledServer, day: string): Promise<number> {
  await leaveEvents(db, day)
  const time = await timeOf(runJobs)
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from anomaly_outbox`.execute(db)
  if (rows[0]?.left !== 0) throw new Error(`${rows[0]?.left} events are left`)
  return time
}

process.exitCode = await withFilledServer(
  { rowCount: 500_000, lastDay: addDays(quietDay, 1), userName: 'ops01', members },
  async (server) => {
    await watch(server.db)
    await fillLedgerDay(server.db, salesOfBusyDay, busyDay)
    const quiet: number[] = []
    const busy: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      quiet.push(await timeOfRules(server, quietDay))
      busy.push(await timeOfRules(server, busyDay))
    }
    const isOver = report([
      { title: `${eventCount} 筆，平日與大量交易日`, unit: 'ms', hand: median(quiet), ours: median(busy), most: ratioMost },
    ])
    return isOver + reportLimits([{ title: `${eventCount} 筆，大量交易日`, unit: 'ms', value: median(busy), most: millisecondsMost }])
  },
)
