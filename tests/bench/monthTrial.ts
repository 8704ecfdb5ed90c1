/**
 * 試算 of one month of all companies (20 companies, 110,000 entries of the month among 2,000,000) as 整月試算 makes it, by its HTTP route and
 * its job, with remarks and verdicts, against one bare GROUP BY over the same entries on the same PostgreSQL, in turns within one run.
 *
 * npm run bench -- monthTrial
 * ROWS, ROUNDS: other than 1,000,000 sales of two entries, and 7.
 */
import { sql } from 'kysely'
import { addStore } from '../support/partnerWorld.ts'
import { type FilledServer, timeOf, withFilledServer } from './harness/filledServer.ts'
import { median, type Reading, report } from './harness/report.ts'

const rowCount = Number(process.env.ROWS ?? 1_000_000)
const rounds = Number(process.env.ROUNDS ?? 7)
const lastDay = '2025-06-30'
/** A month long ago, so that being among the newest entries does not help. */
const periodNo = '202410'
const ratioMost = 2

interface PeriodRow {
  readonly id: number
  readonly netApPoints: number
}

async function call<T>({ origin, token, xsrfToken }: FilledServer, path: string, body?: object): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'x-xsrf-token': xsrfToken, 'content-type': 'application/json' }
  const answer = await fetch(origin + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

const readPeriods = async (server: FilledServer) =>
  (await call<{ rows: readonly PeriodRow[] }>(server, `/api/accounting/statement_close/0/100?periodNo=${periodNo}`)).rows

/**
 * 整月試算: the route begins the run, its job takes it to its end. @returns milliseconds from the call to the end of the run, without
 * other jobs of the server
 */
async function tryMonth(server: FilledServer): Promise<number> {
  await server.runJobs()
  const begun = Date.now()
  const { runNo } = await call<{ runNo: string }>(server, '/api/accounting/statement_close/trial_month', { periodNo })
  await server.runJobs()
  const { finishedAt } = await server.db.selectFrom('monthRun').select('finishedAt').where('runNo', '=', runNo).executeTakeFirstOrThrow()
  if (!finishedAt) throw new Error(`run ${runNo} has not ended`)
  return finishedAt.getTime() - begun
}

async function sumByHand({ db }: FilledServer): Promise<readonly { readonly periodId: number; readonly points: number }[]> {
  const { rows } = await sql<{ periodId: number; points: number }>`
    select e.period_id, e.account_class, e.component, e.unit_price, sum(e.points) as points, count(*) as count
    from point_entry e join company_period p on p.id = e.period_id
    where p.stream = 'MONTH' and p.period_no = ${periodNo}
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

process.exitCode = await withFilledServer({ rowCount, lastDay, userName: 'fin01' }, async (server) => {
  // Without their outlets all sales would be remarks.
  const { rows: companies } = await sql<{ companyNo: string }>`select company_no from company`.execute(server.db)
  for (const { companyNo } of companies) await addStore(server.db, companyNo, 'S001')
  const [ours, hand]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    hand.push(await timeOf(() => sumByHand(server)))
    ours.push(await tryMonth(server))
  }
  const sums = await sumByHand(server)
  const periods = await readPeriods(server)
  const pointsByHand = -sums.reduce((sum, { points }) => sum + Number(points), 0)
  const points = periods.reduce((sum, { netApPoints }) => sum + netApPoints, 0)
  if (points !== pointsByHand || points === 0) throw new Error(`the sums differ: ${points} and ${pointsByHand}`)
  console.log(`${periods.length} 家特約商，${points.toLocaleString('en-US')} 點`)
  const trial: Reading = { title: '整月試算', unit: 'ms', hand: median(hand), ours: median(ours), most: ratioMost }
  return report([trial])
})
