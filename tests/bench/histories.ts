/**
 * A page of 25 rows of 特約商點數歷程 out of 1,000,000 through the product's HTTP route (sign-in, rights, filters, rows, sums, count,
 * dictionaries, JSON), against the same rows and sums by SQL written by hand on the same PostgreSQL, in turns within one run; and the
 * first page against page 1,000.
 *
 * npm run bench -- histories
 * ROWS, ROUNDS: other than 1,000,000 and 15.
 */
import { sql } from 'kysely'
import { addDays } from '../../src/rules/dates.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { timeOf, withFilledServer } from './harness/filledServer.ts'
import { ledgerShape } from './harness/ledgerRows.ts'
import { median, type Reading, report } from './harness/report.ts'

const rowCount = Number(process.env.ROWS ?? 1_000_000)
const rounds = Number(process.env.ROUNDS ?? 15)
const pageSize = 25
const farPage = 999
/** The longest date range that the screen accepts. */
const rangeDays = 91
const ratioMost = 1.5
/** Page 1,000 reads no more rows than page 1, because both have to read all rows of the range for sums and order. */
const farRatioMost = 1.5
const lastDay = '2025-06-30'
const firstDay = addDays(lastDay, -rangeDays)

interface PageAnswer {
  readonly totalCount: number
  readonly rows: readonly { readonly transactionNo: string }[]
  readonly totals: Readonly<Record<string, number>>
}

/** Like a user: one page, filtered by company, date range and kind of transaction. */
async function pageOfOurs(origin: string, token: string, pageIndex: number): Promise<PageAnswer> {
  const query = new URLSearchParams({ companyNo: ledgerShape.largest, businessAtFrom: firstDay, businessAtTo: lastDay, txnKind: '10' })
  const answer = await fetch(`${origin}/api/points/contractor_point_history/${pageIndex}/${pageSize}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`no page: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as PageAnswer
}

/** The same by hand-written SQL: two statements on one pool, and JSON of the rows. */
async function pageByHand(db: Database, pageIndex: number): Promise<PageAnswer> {
  const from = sql`
    from point_entry e
    join point_transaction t on t.id = e.transaction_id
    left join company_period p on p.id = e.period_id
    where e.company_no = ${ledgerShape.largest} and e.business_date between ${firstDay} and ${lastDay} and t.kind = '10'
      and t.business_at >= ${firstDay}::timestamp at time zone 'Asia/Taipei' and t.business_at < (${lastDay}::date + 1)::timestamp at time zone 'Asia/Taipei'
      and e.account_class in ('AWARD', 'DEDUCT', 'PREPAID', 'PAYG', 'CONVIN', 'CONVOUT', 'WRITEOFF')`
  const { rows } = await sql<{ transactionNo: string }>`
    select e.id, t.transaction_no, t.external_txn_no, t.business_at, e.company_no, e.retail_store_no, t.kind, e.account_class, t.member_no,
      t.amount, -e.points as ap_points, e.points, t.activity_code, p.period_no, t.is_late_posted, e.posted_at
    ${from} order by t.business_at desc, e.id limit ${pageSize} offset ${pageIndex * pageSize}`.execute(db)
  const { rows: sums } = await sql<{ count: number; amount: number; apPoints: number }>`
    select count(*) as count, sum(case when e.line_no <= 2 then t.amount end) as amount, sum(-e.points) as ap_points,
      sum(case when e.account_class = 'DEDUCT' then e.points end) as dp_points ${from}`.execute(db)
  const { count = 0, ...totals } = sums[0] ?? {}
  return JSON.parse(JSON.stringify({ totalCount: count, rows, totals })) as PageAnswer
}

function assertSamePage(ours: PageAnswer, hand: PageAnswer): void {
  const numbers = (page: PageAnswer) => page.rows.map((row) => row.transactionNo).join()
  if (ours.totalCount !== hand.totalCount || numbers(ours) !== numbers(hand) || ours.totals.apPoints !== hand.totals.apPoints)
    throw new Error(`the pages differ: ${ours.totalCount} and ${hand.totalCount} rows\n${numbers(ours)}\n${numbers(hand)}`)
}

async function compare(origin: string, token: string, db: Database): Promise<readonly Reading[]> {
  const times = { ours: [[], []] as number[][], hand: [[], []] as number[][] }
  const pages = [0, farPage]
  for (const page of pages) assertSamePage(await pageOfOurs(origin, token, page), await pageByHand(db, page))
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, page] of pages.entries()) {
      times.hand[place]?.push(await timeOf(() => pageByHand(db, page)))
      times.ours[place]?.push(await timeOf(() => pageOfOurs(origin, token, page)))
    }
  }
  const [first = Number.NaN, far = Number.NaN] = times.ours.map(median)
  const [handFirst = Number.NaN, handFar = Number.NaN] = times.hand.map(median)
  return [
    { title: '第 1 頁：手寫 SQL / 產品', unit: 'ms', hand: handFirst, ours: first, most: ratioMost },
    { title: '第 1,000 頁：手寫 SQL / 產品', unit: 'ms', hand: handFar, ours: far, most: ratioMost },
    { title: '產品：第 1 頁 / 第 1,000 頁', unit: 'ms', hand: first, ours: far, most: farRatioMost },
  ]
}

process.exitCode = await withFilledServer({ rowCount, lastDay, userName: 'ops01' }, async ({ origin, token, db }) => {
  const { totalCount } = await pageOfOurs(origin, token, 0)
  console.log(`條件內 ${totalCount} 列，每頁 ${pageSize} 列`)
  return report(await compare(origin, token, db))
})
