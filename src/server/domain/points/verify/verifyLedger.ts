import { sql } from 'kysely'
import type { Database, Executor } from '../../../platform/database/tables.ts'
import type { Invariant, LedgerCheck } from './check.ts'
import { invariants, ledgerChecks } from './checks.ts'
import { type Slice, sliceLedger } from './slices.ts'

/** The verdict on one invariant. */
export interface InvariantResult extends Invariant {
  readonly violations: number
  /** Up to `placesMax` of them: transaction numbers, accounts, ids. */
  readonly places: readonly string[]
  /** Milliseconds over all slices; 0 when the query of another invariant covered this one. */
  readonly milliseconds: number
}

export interface VerifyOptions {
  /** How many connections work at a time, all on one snapshot; 1 for the embedded database, which has one. */
  readonly connections?: number
}

/** A part of the processors, so that postings go on meanwhile. */
export function connectionsOf(kind: 'embedded' | 'postgres'): number {
  return kind === 'postgres' ? 3 : 1
}

interface Task {
  readonly check: LedgerCheck
  readonly slice: Slice
}

type Verdict = Pick<InvariantResult, 'violations' | 'places' | 'milliseconds'> & { readonly id: string }

/** Most violations that a result names. */
export const placesMax = 5
/** Enough to sort a slice of some millions of rows in memory. */
const sortMemory = '128MB'

/**
 * Checks every invariant of the ledger by SQL over the whole ledger, as it stands at one moment; for `npm run verify` and the nightly job.
 * Postings go on meanwhile. Inside a transaction it sees what that transaction has written.
 */
export async function verifyLedger(db: Executor, { connections = 1 }: VerifyOptions = {}): Promise<readonly InvariantResult[]> {
  const verdicts = db.isTransaction ? await runAll(db) : await runShared(db, connections)
  return invariants.map(({ id, title }) => {
    const parts = verdicts.filter((verdict) => verdict.id === id)
    const sum = (amount: (part: Verdict) => number) => parts.reduce((total, part) => total + amount(part), 0)
    const places = parts.flatMap((part) => part.places).slice(0, placesMax)
    return { id, title, violations: sum((part) => part.violations), places, milliseconds: sum((part) => part.milliseconds) }
  })
}

/** Sliced checks come first, as they take the longest: the short ones fill the gaps at the end. */
async function planTasks(db: Executor): Promise<Task[]> {
  const slices = await sliceLedger(db)
  const tasksOf = (check: LedgerCheck): readonly Task[] => {
    const cuts = check.slicedBy === null ? [{ from: null, below: null }] : slices[check.slicedBy]
    return cuts.map((slice) => ({ check, slice }))
  }
  return [...ledgerChecks].sort((one, other) => Number(one.slicedBy === null) - Number(other.slicedBy === null)).flatMap(tasksOf)
}

async function runAll(db: Executor): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = []
  for (const task of await planTasks(db)) verdicts.push(...(await runTask(db, task)))
  return verdicts
}

/** The connections take task after task from one list. The first exports its snapshot to the others, and stays until they are done. */
async function runShared(db: Database, connections: number): Promise<readonly Verdict[]> {
  return readOnly(db, async (first) => {
    const { rows } = await sql<{ name: string | null }>`
      select case when ${sql.lit(connections > 1)} then pg_export_snapshot() end as name`.execute(first)
    await tune(first)
    const waiting = await planTasks(first)
    const running: Promise<readonly Verdict[]>[] = []
    for (let helper = 1; helper < connections; helper += 1) {
      // A helper that gets no connection (the pool is busy) is ignored. Errors of a task are thrown by `running`.
      help(db, rows[0]?.name as string, waiting, running).catch(() => undefined)
    }
    for (let task = waiting.shift(); task; task = waiting.shift()) await begin(running, runTask(first, task))
    return (await Promise.all(running)).flat()
  })
}

async function help(db: Database, snapshot: string, waiting: Task[], running: Promise<readonly Verdict[]>[]): Promise<void> {
  await readOnly(db, async (trx) => {
    // Called before the first await: the snapshot exists only while the exporting transaction is open.
    const taken = waiting.shift()
    if (!taken) return
    await begin(
      running,
      sql`set transaction snapshot ${sql.lit(snapshot)}`
        .execute(trx)
        .then(() => tune(trx))
        .then(() => runTask(trx, taken)),
    )
    for (let task = waiting.shift(); task; task = waiting.shift()) await begin(running, runTask(trx, task))
  })
}

function begin(running: Promise<readonly Verdict[]>[], work: Promise<readonly Verdict[]>): Promise<readonly Verdict[]> {
  running.push(work)
  return work
}

function readOnly<T>(db: Database, work: (trx: Executor) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

/** Compiling costs more than it saves here, and parallel plans would take the processors from the other connections. */
async function tune(trx: Executor): Promise<void> {
  await sql`select set_config('work_mem', ${sortMemory}, true), set_config('jit', 'off', true),
    set_config('max_parallel_workers_per_gather', 0::text, true)`.execute(trx)
}

async function runTask(db: Executor, { check, slice }: Task): Promise<readonly Verdict[]> {
  const begun = performance.now()
  const { rows } = await sql<{ id: string; violations: number; places: readonly string[] }>`
    select id, count(*) as violations, array_agg(place) filter (where number <= ${placesMax}) as places
    from (select id, place, row_number() over (partition by id) as number from (${check.violations(slice)}) as violation) as numbered
    group by id`.execute(db)
  const spent = Math.round(performance.now() - begun)
  return check.invariants.map(({ id }, index) => {
    const { violations = 0, places = [] } = rows.find((row) => row.id === id) ?? {}
    return { id, violations, places, milliseconds: index === 0 ? spent : 0 }
  })
}

/** True when nothing is broken. */
export function isSound(results: readonly InvariantResult[]): boolean {
  return results.every((result) => result.violations === 0)
}

/** One line per invariant, for people. */
export function lineOf({ id, title, violations, places, milliseconds }: InvariantResult): string {
  const verdict = violations === 0 ? '通過' : `不符 ${violations} 筆：${places.join('、')}`
  return `${id.padEnd(4)} ${title}  ${verdict}${milliseconds === 0 ? '' : `（${milliseconds} 毫秒）`}`
}

/**
 * Ends the run of a job: as failed when something is broken.
 *
 * @param checked what was checked; the notice board looks for the failed runs of 帳本 by their text (`src/server/domain/announcement/todo.ts`)
 * @throws Error with a line per broken invariant
 */
export function assertSound(checked: string, results: readonly InvariantResult[]): { checks: number } {
  const broken = results.filter(({ violations }) => violations > 0)
  if (broken.length > 0) throw new Error(`${checked}檢核不符：${broken.map(lineOf).join('；')}`)
  return { checks: results.length }
}
