/**
 * 結算對帳單 of the large demo set (500 companies, 18 months) through the product's HTTP route: the first page, a late one, and one
 * company, each with the sums of its columns, against the same rows and sums by SQL written by hand on the same PostgreSQL,
 * in turns within one run.
 *
 * npm run bench -- statements
 * TRANSACTIONS, ROUNDS: other than 20,000 and 15. The number of statements does not depend on them.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { type FilledServer, timeOf, withLargeDemo } from './harness/filledServer.ts'
import { median, type Reading, report } from './harness/report.ts'

const transactions = Number(process.env.TRANSACTIONS ?? 20_000)
const rounds = Number(process.env.ROUNDS ?? 15)
const pageSize = 25
/** Of a page of few rows, most is the call itself: 5 ms of session, checks and JSON beside 6 ms of SQL. */
const mostRatio = { long: 1.5, short: 2.5 }
const sums = [
  ...['net_ap_points', 'ap_fee', 'ap_tax', 'net_dp_points', 'dp_amount', 'dp_proc_fee', 'dp_proc_tax'],
  ...['receivable_amount', 'payable_amount', 'other_amount', 'net_amount'],
]
/** As the list counts: versions out of force are shown, but not summed. */
const inForce = sql`s.status <> '9'`
const outstanding = sql`case when s.status in ('2', '3') then greatest(s.receivable_amount + s.other_amount - s.received_amount, 0) else 0 end`

interface PageAnswer {
  readonly totalCount: number
  readonly rows: readonly { readonly id: number }[]
  readonly totals: Readonly<Record<string, number>>
}

interface MeasuredPage {
  readonly title: string
  readonly pageIndex: number
  /** Filters of the address. */
  readonly query: Readonly<Record<string, string>>
  readonly condition: RawBuilder<unknown>
  readonly size: keyof typeof mostRatio
}

const pages: readonly MeasuredPage[] = [
  { title: '第 1 頁與總計', pageIndex: 0, query: {}, condition: sql`true`, size: 'long' },
  { title: '第 200 頁與總計', pageIndex: 199, query: {}, condition: sql`true`, size: 'long' },
  { title: '一家特約商', pageIndex: 0, query: { companyNo: 'C001200' }, condition: sql`s.company_no = 'C001200'`, size: 'short' },
]

async function pageOfOurs({ origin, token }: FilledServer, { pageIndex, query }: MeasuredPage): Promise<PageAnswer> {
  const answer = await fetch(`${origin}/api/accounting/statements/${pageIndex}/${pageSize}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`no page: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as PageAnswer
}

async function pageByHand(db: Database, { pageIndex, condition }: MeasuredPage): Promise<PageAnswer> {
  const { rows } = await sql<{ id: number }>`
    select s.*, c.company_short_name, ${outstanding} as outstanding_amount,
      (select max(d.doc_no) from invoice_document d where d.statement_id = s.id and d.doc_type = '1' and d.status <> '3' and d.fee_type = '1')
        as ap_invoice_no,
      (select max(d.doc_no) from invoice_document d where d.statement_id = s.id and d.doc_type = '1' and d.status <> '3' and d.fee_type = '2')
        as dp_invoice_no
    from (
      select s.* from statement s where s.statement_kind = '1' and ${condition}
      order by s.period_no desc, s.company_no, s.version desc limit ${pageSize} offset ${pageIndex * pageSize}
    ) s
    join company c on c.company_no = s.company_no
    order by s.period_no desc, s.company_no, s.version desc`.execute(db)
  const { rows: found } = await sql<Record<string, number>>`
    select count(*)::int as count, sum(${outstanding}) filter (where ${inForce})::float8 as outstanding_amount,
      ${sql.join(sums.map((name) => sql`sum(s.${sql.ref(name)}) filter (where ${inForce})::float8 as ${sql.ref(name)}`))}
    from statement s where s.statement_kind = '1' and ${condition}`.execute(db)
  const { count = 0, ...totals } = found[0] ?? {}
  return JSON.parse(JSON.stringify({ totalCount: count, rows, totals })) as PageAnswer
}

function assertSamePage({ title }: MeasuredPage, ours: PageAnswer, hand: PageAnswer): void {
  const facts = ({ totalCount, rows, totals }: PageAnswer) => `${totalCount} ${totals.netAmount} ${rows.map(({ id }) => id).join()}`
  if (ours.totalCount === 0 || facts(ours) !== facts(hand)) throw new Error(`${title}:\n${facts(ours)}\n${facts(hand)}`)
}

async function compare(server: FilledServer, page: MeasuredPage): Promise<Reading> {
  assertSamePage(page, await pageOfOurs(server, page), await pageByHand(server.db, page))
  const times = { ours: [] as number[], hand: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.hand.push(await timeOf(() => pageByHand(server.db, page)))
    times.ours.push(await timeOf(() => pageOfOurs(server, page)))
  }
  return { title: page.title, unit: 'ms', hand: median(times.hand), ours: median(times.ours), most: mostRatio[page.size] }
}

process.exitCode = await withLargeDemo({ transactions, userName: 'fin01' }, async (server) => {
  const [first] = pages
  if (first) console.log(`結算對帳單 ${(await pageOfOurs(server, first)).totalCount} 列，每頁 ${pageSize} 列`)
  const readings: Reading[] = []
  for (const page of pages) readings.push(await compare(server, page))
  return report(readings)
})
