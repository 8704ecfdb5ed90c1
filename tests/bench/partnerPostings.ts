/**
 * Postings per second through the partner API (protocol, rules, ledger, audit) on PostgreSQL, against pgbench's TPC-B on the same server
 * with the same number of clients, in turns within one run. Commits wait for the disk, as in production. 85 of 100 postings are sales,
 * the rest are redemptions; members and outlets are drawn at random.
 *
 * Postings that arrive while others are written are written together (src/server/platform/batches.ts), so the ratio grows with the number
 * of clients. The default of 50 clients is also that of the races over hot members. Requests are encrypted and signed before the clock
 * runs. The processor time for sending them is reported too, because client and server share the processors of one machine.
 *
 * All anomaly rules are on, with the parameters of the domain, as in an installation that watches its sales (RULES=0: none). What they
 * leave to look at after the commit is looked at by the same server at the same time; how far it is behind at the end of a round is
 * reported, and has a limit.
 *
 * npm run bench -- partnerPostings
 * CLIENTS, SECONDS, ROUNDS, MEMBERS: other than 50, 10, 3, 50000. MEMBERS=1: all calls are for one member, one after the other.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { run } from '../../src/commands/lib/run.mjs'
import { startTemporaryPostgres } from '../../src/commands/lib/temporaryPostgres.mjs'
import { insertCompany, insertMembers } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { PartnerClient } from '../support/partnerClient.ts'
import { bytesOf, type LoadResult, sendLoad } from '../support/partnerLoad.ts'
import { addDefaultReward, addPlatform, addStore } from '../support/partnerWorld.ts'
import { openPostgres } from '../support/testDatabases.ts'
import { median } from './harness/report.ts'

const numberOf = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)
const clients = numberOf('CLIENTS', 50)
const seconds = numberOf('SECONDS', 10)
const rounds = numberOf('ROUNDS', 3)
const memberCount = numberOf('MEMBERS', 50_000)
const hasRules = process.env.RULES !== '0'
/** Connections of the server: as many as clients, within what an installation gives it. */
const poolSize = Math.min(50, Math.max(10, clients))
const companies = Array.from({ length: 20 }, (_, index) => `C0001${String(index + 1).padStart(2, '0')}`)
/** How many send before the clock runs. */
const warmingClients = 50
/** More than any run can send. */
const requestsPerSecondMax = 2500
const ratioLeast = 0.35
/** How old an event may be before the rules have looked at it. */
const lagSecondsMax = 5
const redeemShare = 0.15
/** Reward setting of all outlets. */
const ntdPerPoint = 100

const fieldEncryption = randomBytes(32)

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** The product started in a process of its own. */
async function startProduct(databaseUrl: string, dataDir: string): Promise<{ port: number; pid: number; stop(): Promise<void> }> {
  const port = await freePort()
  const env = {
    ...process.env,
    ...{
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'error',
      PARTNER_CALLS_PER_SECOND: '1000000',
    },
    ...{ DATABASE_POOL_SIZE: String(poolSize), SECRET_FIELD_ENCRYPTION: fieldEncryption.toString('hex') },
  }
  // The room for young objects is that of `npm start`.
  const args = [
    '--max-semi-space-size=32',
    ...(process.env.PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`] : []),
    '--import',
    'tsx',
  ]
  const child = spawn(process.execPath, [...args, join(projectRoot, 'src/server/main.ts')], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  for (let wait = 0; wait < 300; wait += 1) {
    if (child.exitCode !== null) throw new Error('the server ended at its start')
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) break
    await sleep(200)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { port, pid: child.pid ?? 0, stop }
}

async function fill(db: Database): Promise<readonly string[]> {
  for (const companyNo of companies) {
    await insertCompany(db, { companyNo })
    await addStore(db, companyNo, 'S001')
    await addDefaultReward(db, companyNo)
  }
  const members = await insertMembers(db, memberCount)
  return members
}

let numbers = 0

interface PreparedPosting {
  readonly bytes: Buffer
  readonly memberNo: string
  /** Change of the member's points. */
  readonly points: number
}

const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T

/**
 * Requests of one round, encrypted and signed before the clock starts. Redemptions use points from earlier rounds, and never more than a
 * member has, so a refused call is a defect.
 *
 * @param points of the members who have some
 */
function prepare(client: PartnerClient, members: readonly string[], points: ReadonlyMap<string, number>): PreparedPosting[] {
  const left = new Map(points)
  const rich = [...points.keys()]
  return Array.from({ length: seconds * requestsPerSecondMax }, () => {
    numbers += 1
    const businessAt = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
    const place = { companyNo: pick(companies), retailStoreCode: 'S001', externalTxnNo: `B${numbers}`, businessAt }
    const payer = rich.length > 0 && Math.random() < redeemShare ? pick(rich) : null
    const has = payer === null ? 0 : (left.get(payer) ?? 0)
    if (payer !== null && has > 0) {
      left.set(payer, has - 1)
      const redeem = { ...place, member: { memberNo: payer }, amount: 100, points: 1 }
      return { bytes: bytesOf(client.request('points/redeem', redeem)), memberNo: payer, points: -1 }
    }
    const memberNo = pick(members)
    const amount = 100 + Math.floor(Math.random() * 5000)
    const bytes = bytesOf(client.request('points/issue', { ...place, member: { memberNo }, amount }))
    return { bytes, memberNo, points: Math.floor(amount / ntdPerPoint) }
  })
}

/** Processor time of a process and its ended children, in milliseconds; `/proc` counts in hundredths of a second. */
function cpuOf(pid: number): { readonly parent: number; readonly own: number; readonly ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
  const at = (index: number) => Number(fields[index]) * 10
  return { parent: Number(fields[1]), own: at(11) + at(12), ended: at(13) + at(14) }
}

/** Processor time of the database server: of its running and ended backends. */
function cpuOfServer(postmaster: number): number {
  const ofChild = (pid: number): number => {
    try {
      const { parent, own } = cpuOf(pid)
      return parent === postmaster ? own : 0
    } catch {
      // The process has ended since it was listed.
      return 0
    }
  }
  const { own, ended } = cpuOf(postmaster)
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.reduce((total, pid) => total + ofChild(Number(pid)), own + ended)
}

/** Seconds for which the oldest event has waited for the rules that run after the commit; 0 when none waits. */
async function lagOfRules(db: Database): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as seconds from anomaly_outbox`.execute(db)
  return rows[0]?.seconds ?? 0
}

async function countPostings(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from point_transaction`.execute(db)
  return rows[0]?.count ?? 0
}

/** Transactions per second of TPC-B. */
async function tpcB(binaries: string, url: string): Promise<number> {
  const args = ['-n', '-c', String(clients), '-j', '2', '-T', String(seconds), url]
  const { code, output } = await run(join(binaries, 'pgbench'), args, { isQuiet: true })
  const tps = Number(/^tps = ([\d.]+)/m.exec(output)?.[1])
  if (code !== 0 || !(tps > 0)) throw new Error(`pgbench failed\n${output.slice(-1000)}`)
  return tps
}

const dataDir = mkdtempSync(join(tmpdir(), 'bench-partner-'))
const postgres = await startTemporaryPostgres({ isDurable: true })
const { db, close } = openPostgres(postgres.url, 'postgres')
const undo: (() => Promise<void>)[] = []
try {
  await sql`create database product`.execute(db)
  await sql`create database tpcb`.execute(db)
  const urlOf = (name: string) => postgres.url.replace(/\/postgres$/, `/${name}`)
  const product = openPostgres(postgres.url, 'product')
  undo.push(product.close)
  await migrate(product.db)
  const members = await fill(product.db)
  const account = await addPlatform(product.db, fieldEncryption, new Date(), { companyNos: companies })
  const client = new PartnerClient(account, () => Promise.reject(new Error('requests are sent as bytes')))
  await run(join(postgres.binaries, 'pgbench'), ['-i', '-q', '-s', String(clients), urlOf('tpcb')], { isQuiet: true })
  const server = await startProduct(urlOf('product'), dataDir)
  undo.push(server.stop)
  if (hasRules) await sql`update warning_rule set is_enabled = true`.execute(product.db)
  const ours: number[] = []
  const lags: number[] = []
  const hand: number[] = []
  const { rows } = await sql<{ folder: string }>`select current_setting('data_directory') as folder`.execute(db)
  const postmaster = Number(readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'latin1').split('\n', 1)[0])
  /** Processor time per transaction: what the figures would be on a machine that nobody else uses. */
  const costs = { tpcB: [] as number[], database: [] as number[], server: [] as number[], clients: [] as number[] }
  const results: LoadResult[] = []
  const points = new Map<string, number>()
  const runOurs = async (time: number, senders = clients) => {
    const requests = prepare(client, members, points)
    const before = await countPostings(product.db)
    // The limit of a minute is as wide as it can be, and runs are longer.
    await sql`delete from partner_minute`.execute(product.db)
    const take = () => {
      const request = requests.pop()
      if (request) points.set(request.memberNo, (points.get(request.memberNo) ?? 0) + request.points)
      return request?.bytes ?? null
    }
    const ownBefore = process.cpuUsage()
    const result = await sendLoad(server.port, senders, time, take)
    const own = process.cpuUsage(ownBefore)
    return { result, clientMs: (own.user + own.system) / 1000, perSecond: ((await countPostings(product.db)) - before) / result.seconds }
  }
  // V8 translates what has run some thousand times. One client alone comes to that only after minutes, a server at work has it behind it.
  await runOurs(Math.min(10, seconds), Math.max(warmingClients, clients))
  // As autovacuum does within a minute; until then plans are those for empty tables.
  await sql`vacuum analyze`.execute(product.db)
  for (let round = 1; round <= rounds; round += 1) {
    const atStart = cpuOfServer(postmaster)
    hand.push(await tpcB(postgres.binaries, urlOf('tpcb')))
    // The backends of pgbench have to end before their time is that of this half.
    await sleep(1000)
    const atHalf = { database: cpuOfServer(postmaster), server: cpuOf(server.pid).own }
    costs.tpcB.push((atHalf.database - atStart) / ((hand.at(-1) ?? 0) * seconds))
    const { result, clientMs, perSecond } = await runOurs(seconds)
    costs.database.push((cpuOfServer(postmaster) - atHalf.database) / (perSecond * result.seconds))
    costs.server.push((cpuOf(server.pid).own - atHalf.server) / (perSecond * result.seconds))
    costs.clients.push(clientMs / (perSecond * result.seconds))
    ours.push(perSecond)
    lags.push(await lagOfRules(product.db))
    results.push(result)
    const at = (share: number) => (result.latencies[Math.floor(result.latencies.length * share)] ?? 0).toFixed(1)
    console.log(
      `第 ${round} 輪  TPC-B ${hand.at(-1)?.toFixed(0).padStart(6)} /s   入帳 ${perSecond.toFixed(0).padStart(5)} /s   ` +
        `延遲 p50 ${at(0.5)} ms p99 ${at(0.99)} ms   ` +
        `規則落後 ${lags.at(-1)?.toFixed(1)} s   非 200：${JSON.stringify(result.refused)}`,
    )
  }
  const broken = (await verifyLedger(product.db)).filter((check) => check.violations > 0)
  const ratio = median(ours) / median(hand)
  const refused = results.filter((result) => Object.keys(result.refused).length > 0).length
  const isJudgedInTime = Math.max(...lags) <= lagSecondsMax
  const isEnough = ratio >= ratioLeast && broken.length === 0 && refused === 0 && isJudgedInTime
  console.log(`${clients} 個用戶端，中位數：TPC-B ${median(hand).toFixed(0)} /s，介接入帳 ${median(ours).toFixed(0)} /s`)
  console.log(
    `處理器時間：TPC-B ${median(costs.tpcB).toFixed(2)} ms（資料庫）；` +
      `入帳 ${median(costs.database).toFixed(2)} ms（資料庫）+ ${median(costs.server).toFixed(2)} ms（伺服器）` +
      ` + ${median(costs.clients).toFixed(2)} ms（用戶端）`,
  )
  console.log(
    `${isEnough ? 'ok  ' : 'OVER'} 比值 ${ratio.toFixed(3)} (at least ${ratioLeast})，帳本檢查不符 ${broken.length} 項，有拒絕的輪次 ${refused}`,
  )
  process.exitCode = isEnough ? 0 : 1
} finally {
  for (const stop of undo.reverse()) await stop()
  await close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
