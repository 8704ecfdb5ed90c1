/**
 * 點數交易明細 over a month of 2,000,000 entries through the product's HTTP route: page 1, page 1,000 and the sums, against the same rows and
 * sums by SQL written by hand on the same PostgreSQL, in turns within one run. By the time of posting, and by the day of business.
 *
 * npm run bench -- pointsLog
 * ROWS, ROUNDS: other than 1,000,000 sales of two entries, and 15.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { type FilledServer, timeOf, withFilledServer } from './harness/filledServer.ts'
import { median, type Reading, report } from './harness/report.ts'

const rowCount = Number(process.env.ROWS ?? 1_000_000)
const rounds = Number(process.env.ROUNDS ?? 15)
const pageSize = 25
const lastDay = '2025-06-30'
/** A month long ago, so that being among the newest entries does not help. */
const [from, to] = ['2024-10-01', '2024-10-31']
const ratioMost = 1.2

interface PageAnswer {
  readonly totalCount: number
  readonly rows: readonly { readonly id: number }[]
  readonly totals: { readonly points: unknown }
}

type Range = 'postedAt' | 'businessDate'

const within: Readonly<Record<Range, RawBuilder<unknown>>> = {
  postedAt: sql`e.posted_at >= ${from}::timestamp at time zone 'Asia/Taipei' and e.posted_at < (${to}::date + 1)::timestamp at time zone 'Asia/Taipei'`,
  businessDate: sql`e.business_date between ${from} and ${to}`,
}

async function pageOfOurs({ origin, token }: FilledServer, range: Range, pageIndex: number): Promise<PageAnswer> {
  const query = new URLSearchParams({ [`${range}From`]: from, [`${range}To`]: to })
  const answer = await fetch(`${origin}/api/accounting/points_log/${pageIndex}/${pageSize}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`no page: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as PageAnswer
}

/** Posting times of a range of business dates; without them the newest entries would be read one after another. */
async function postedWithin(db: Database, range: Range): Promise<RawBuilder<unknown>> {
  if (range === 'postedAt') return within[range]
  const { rows } = await sql<{ first: Date; last: Date }>`
    select min(posted_at) as first, max(posted_at) as last from (select e.posted_at from point_entry e where ${within[range]} offset 0) as e`.execute(
    db,
  )
  return sql`${within[range]} and e.posted_at between ${rows[0]?.first} and ${rows[0]?.last}::timestamptz + interval '1 ms'`
}

/** The same by hand-written SQL: statements on one pool, and JSON of the rows. */
async function pageByHand(db: Database, range: Range, pageIndex: number): Promise<PageAnswer> {
  const wanted = await postedWithin(db, range)
  const { rows } = await sql<{ id: number }>`
    select e.id, e.transaction_id, e.posted_at, e.business_date, t.transaction_no, e.line_no, t.kind, e.account_class, a.owner_id, m.id::text as member_id,
      e.company_no, e.retail_store_no, e.points, e.unit_price, t.amount, e.balance_after, p.period_no, s.statement_no, t.external_txn_no,
      t.platform_no, t.activity_code, t.is_late_posted, t.source
    from (
      select e.* from point_entry e where ${wanted} order by e.posted_at desc, e.id limit ${pageSize} offset ${pageIndex * pageSize}
    ) e
    join point_transaction t on t.id = e.transaction_id
    join point_account a on a.id = e.account_id
    left join member m on m.member_no = a.owner_id and a.class = 'MEMBER'
    left join company_period p on p.id = e.period_id
    left join statement s on s.period_id = e.period_id and s.status <> '9'
    order by e.posted_at desc, e.id`.execute(db)
  const { rows: sums } = await sql<{ count: number; points: number }>`
    select count(*) as count, sum(e.points) as points from point_entry e where ${wanted}`.execute(db)
  const { count = 0, points = 0 } = sums[0] ?? {}
  return JSON.parse(JSON.stringify({ totalCount: count, rows, totals: { points } })) as PageAnswer
}

function assertSamePage(ours: PageAnswer, hand: PageAnswer): void {
  const ids = ({ rows }: PageAnswer) => rows.map(({ id }) => id).join()
  if (ours.totalCount !== hand.totalCount || ids(ours) !== ids(hand) || ours.totals.points !== '0（借貸平衡）' || hand.totals.points !== 0)
    throw new Error(`the pages differ: ${ours.totalCount} and ${hand.totalCount} rows\n${ids(ours)}\n${ids(hand)}`)
}

async function compare(server: FilledServer, range: Range, pageIndex: number): Promise<Reading> {
  assertSamePage(await pageOfOurs(server, range, pageIndex), await pageByHand(server.db, range, pageIndex))
  const [ours, hand]: number[][] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    hand?.push(await timeOf(() => pageByHand(server.db, range, pageIndex)))
    ours?.push(await timeOf(() => pageOfOurs(server, range, pageIndex)))
  }
  const title = `${range} 第 ${(pageIndex + 1).toLocaleString('en-US')} 頁與總計`
  return { title, unit: 'ms', hand: median(hand ?? []), ours: median(ours ?? []), most: ratioMost }
}

process.exitCode = await withFilledServer({ rowCount, lastDay, userName: 'fin01' }, async (server) => {
  const { totalCount } = await pageOfOurs(server, 'postedAt', 0)
  console.log(`一個月 ${totalCount} 個分錄，每頁 ${pageSize} 列`)
  const readings: Reading[] = []
  for (const range of ['postedAt', 'businessDate'] as const)
    for (const pageIndex of [0, 999]) readings.push(await compare(server, range, pageIndex))
  return report(readings)
})
