/**
 * Tiles of the dashboards through the product's HTTP route (sign-in, rights, row rules, JSON), against the same numbers by SQL written by
 * hand on the same PostgreSQL, in turns within one run. The daily sums are those of 1,000 outlets over 18 months.
 *
 * Where the SQL takes less than a call itself, the yardstick is the SQL and a call that reads no records.
 *
 * npm run bench -- dashboards
 * ROUNDS: other than 15.
 */
import { type RawBuilder, sql } from 'kysely'
import type { TileData } from '../../src/answers/dashboards.ts'
import { type Days, periodDays } from '../../src/language/dashboard/period.ts'
import type { OfferedDashboards } from '../../src/language/dashboard/resolved.ts'
import { taipeiDate } from '../../src/rules/dates.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { fillDailySums } from './harness/dailySums.ts'
import { type FilledServer, signIn, timeOf, withFilledServer } from './harness/filledServer.ts'
import { median, type Reading, report } from './harness/report.ts'

const rounds = Number(process.env.ROUNDS ?? 15)
const mostRatio = 1.5
const today = taipeiDate(new Date())

type Statement = RawBuilder<unknown>

interface MeasuredTile {
  readonly account: 'ops01' | 'fin01'
  readonly dashboard: string
  readonly title: string
  /** The statements that somebody would write for it, run one after the other. */
  readonly byHand: readonly Statement[]
}

/** The days of a period, and those with which it is compared. */
function daysOf(period: 'last30Days' | 'last12Months'): readonly [Days, Days] {
  const days = periodDays(period, today)
  return [days, days.before ?? days]
}

const [last30, before30] = daysOf('last30Days')
const [year, yearBefore] = daysOf('last12Months')
const issued = sql`coalesce(sum(points) filter (where kind in ('10', '11')), 0)::float8 as issued`
const redeemed = sql`coalesce(-sum(points) filter (where kind = '20'), 0)::float8 as redeemed`

/** Days that are over have sums by company. */
const ofMembers = ({ from, to }: Days) =>
  sql`from (
    select business_date, company_no, kind, points from company_daily where business_date between ${from}::date and ${to}::date
    union all
    select business_date, company_no, kind, points from account_daily
    where account_class = 'MEMBER' and business_date = ${today}::date and business_date <= ${to}::date
  ) s`

const tiles: readonly MeasuredTile[] = [
  {
    ...{ account: 'ops01', dashboard: 'operations', title: '贈點' },
    byHand: [
      sql`select business_date, ${issued} ${ofMembers(last30)} group by business_date order by 1`,
      sql`select ${issued} ${ofMembers(before30)}`,
    ],
  },
  {
    ...{ account: 'ops01', dashboard: 'operations', title: '每日贈點與兌點' },
    byHand: [sql`select business_date, ${issued}, ${redeemed} ${ofMembers(last30)} group by business_date order by 1`],
  },
  {
    ...{ account: 'ops01', dashboard: 'operations', title: '贈點最多的特約商' },
    byHand: [sql`select company_no, ${issued} ${ofMembers(last30)} group by company_no order by issued desc limit 6`],
  },
  {
    ...{ account: 'fin01', dashboard: 'finance', title: '贈點' },
    byHand: [
      sql`select to_char(business_date, 'YYYY-MM') as month, ${issued} ${ofMembers(year)} group by 1 order by 1`,
      sql`select ${issued} ${ofMembers(yearBefore)}`,
    ],
  },
  {
    ...{ account: 'fin01', dashboard: 'finance', title: '贈點與兌點' },
    byHand: [sql`select to_char(business_date, 'YYYY-MM') as month, ${issued}, ${redeemed} ${ofMembers(year)} group by 1 order by 1`],
  },
  {
    ...{ account: 'ops01', dashboard: 'operations', title: '生效中的特約商' },
    byHand: [sql`select count(*) from company where contract_status = '3'`],
  },
  {
    ...{ account: 'ops01', dashboard: 'operations', title: '異常警示' },
    byHand: [
      sql`select (occurred_at at time zone 'Asia/Taipei')::date as day, count(*) from warning_transaction
        where occurred_at >= (${last30.from}::timestamp at time zone 'Asia/Taipei')
        and occurred_at < (${today}::timestamp at time zone 'Asia/Taipei') group by 1 order by 1`,
      sql`select count(*) from warning_transaction where occurred_at >= (${before30.from}::timestamp at time zone 'Asia/Taipei')
        and occurred_at < (${last30.from}::timestamp at time zone 'Asia/Taipei')`,
    ],
  },
]

async function get<T>(origin: string, token: string, path: string): Promise<T> {
  const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

async function runByHand(db: Database, statements: readonly Statement[]): Promise<readonly Record<string, unknown>[][]> {
  const found: Record<string, unknown>[][] = []
  for (const statement of statements) found.push((await statement.execute(db)).rows as Record<string, unknown>[])
  return JSON.parse(JSON.stringify(found)) as Record<string, unknown>[][]
}

/** What both say of points issued; a tile that shows something else is no faster, but wrong. */
function assertSame({ title }: MeasuredTile, tile: TileData, [rows = []]: readonly Record<string, unknown>[][]): void {
  if (rows[0]?.issued === undefined) return
  const total = (one: readonly Record<string, unknown>[], field: string) => one.reduce((sum, row) => sum + Number(row[field] ?? 0), 0)
  const ours = tile.value ?? total((tile.rows ?? []) as readonly Record<string, unknown>[], 'issuedPoints')
  const hand = total(rows, 'issued')
  if (ours !== hand || hand === 0) throw new Error(`${title}: ${ours} instead of ${hand}`)
}

async function compare({ origin, db }: FilledServer, tile: MeasuredTile): Promise<Reading> {
  const { account, dashboard, title, byHand } = tile
  const { token } = await signIn(origin, account)
  const offered = await get<OfferedDashboards>(origin, token, '/api/dashboards')
  const id = offered.dashboard?.tiles.find((one) => one.title === title)?.id
  const path = `/api/dashboards/${dashboard}/tiles/${id}`
  assertSame(tile, await get<TileData>(origin, token, path), await runByHand(db, byHand))
  const times = { hand: [] as number[], ours: [] as number[], call: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    times.hand.push(await timeOf(() => runByHand(db, byHand)))
    times.ours.push(await timeOf(() => get(origin, token, path)))
    times.call.push(await timeOf(() => get(origin, token, '/api/account/users/me/functions')))
  }
  const [bySql, call] = [median(times.hand), median(times.call)]
  const hand = bySql < call ? bySql + call : bySql
  return { title: `${dashboard} ${title}`, unit: 'ms', hand, ours: median(times.ours), most: mostRatio }
}

process.exitCode = await withFilledServer({ rowCount: 1000, lastDay: today, userName: 'ops01' }, async (server) => {
  await fillDailySums(server.db, today)
  const readings: Reading[] = []
  for (const tile of tiles) readings.push(await compare(server, tile))
  return report(readings)
})
