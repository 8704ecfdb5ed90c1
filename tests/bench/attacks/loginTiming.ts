import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { startTemporaryPostgres } from '../../../src/commands/lib/temporaryPostgres.mjs'
import { buildApp } from '../../../src/server/app.ts'
import { prepareInstallation } from '../../../src/server/firstStart.ts'
import { accountKey } from '../../../src/server/identity/login/loginAttempts.ts'
import { migrate } from '../../../src/server/platform/database/migrate.ts'
import { openDatabase } from '../../../src/server/platform/database/open.ts'
import { testConfig } from '../../support/testConfig.ts'
import { type Limit, median } from '../harness/report.ts'

/** Kinds of names. Within a line, a wrong password must take the same time for all, because the answers are the same. */
const names = {
  known: 'ops01',
  unknown: 'nobody.here',
  disabled: 'mkt01',
  lockedByAdministrator: 'cs01',
  lockedByTries: 'fin01',
  unknownLockedByTries: 'nobody.locked',
} as const
type Kind = keyof typeof names
const kinds = Object.keys(names) as Kind[]

/** Kinds with different answers are in different lines, because their times reveal nothing more. */
const comparisons: readonly (readonly [Kind, Kind])[] = [
  ['known', 'unknown'],
  ['disabled', 'unknown'],
  ['lockedByAdministrator', 'unknown'],
  ['disabled', 'known'],
  ['lockedByTries', 'unknownLockedByTries'],
]

/** A fair coin, thrown this many times, deviates further than this from one half with a chance of 1 in 10,000. */
const deviationsMax = 3.9

function shuffled<T>(values: readonly T[]): readonly T[] {
  return values
    .map((value) => ({ value, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value)
}

/** Without earlier attempts, except for locked accounts. */
async function prepareTries({ db }: FastifyInstance): Promise<void> {
  await sql`delete from login_attempt`.execute(db)
  for (const name of [names.lockedByTries, names.unknownLockedByTries])
    await sql`insert into login_attempt (account_key, failed_count, locked_until, tried_at)
      values (${accountKey(name)}, 5, now() + interval '1 day', now())`.execute(db)
}

async function tryOnce(app: FastifyInstance, kind: Kind): Promise<number> {
  const form = { grant_type: 'password', client_id: 'console', username: names[kind], password: 'Wrong-password-1' }
  const begin = performance.now()
  const answer = await app.inject({
    method: 'POST',
    url: '/connect/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
  const ms = performance.now() - begin
  if (answer.statusCode !== 400) throw new Error(`${kind}: ${answer.statusCode} ${answer.body}`)
  return ms
}

type Times = Readonly<Record<Kind, readonly number[]>>

/** Every round tries each kind once, in random order, so that other work of the machine affects all of them alike. */
async function measure(app: FastifyInstance, rounds: number): Promise<Times> {
  const times: Record<Kind, number[]> = {
    known: [],
    unknown: [],
    disabled: [],
    lockedByAdministrator: [],
    lockedByTries: [],
    unknownLockedByTries: [],
  }
  for (let round = -5; round < rounds; round += 1) {
    await prepareTries(app)
    for (const kind of shuffled(kinds)) {
      const ms = await tryOnce(app, kind)
      // The first rounds fill caches and are not counted.
      if (round >= 0) times[kind].push(ms)
    }
  }
  return times
}

/** Sign test: by how many standard deviations of a fair coin the number of rounds in which the first took longer differs from one half. */
function deviations(first: readonly number[], second: readonly number[]): number {
  const longer = first.filter((ms, round) => ms > (second[round] ?? 0)).length
  return Math.abs(longer - first.length / 2) / (Math.sqrt(first.length) / 2)
}

function limitsOf(times: Times): readonly Limit[] {
  for (const kind of kinds) process.stdout.write(`     ${kind.padEnd(36)} ${median(times[kind]).toFixed(2).padStart(9)} ms (median)\n`)
  return comparisons.map(([one, other]) => ({
    title: `${one} / ${other}`,
    unit: 'σ',
    value: deviations(times[one], times[other]),
    most: deviationsMax,
  }))
}

/**
 * Measures on PostgreSQL whether the time of a sign-in with a wrong password reveals the kind of the name.
 *
 * @param tries wrong sign-ins of each kind
 */
export async function measureLoginTiming(tries: number): Promise<readonly Limit[]> {
  const server = await startTemporaryPostgres()
  const folder = await mkdtemp(join(tmpdir(), 'bench-attacks-'))
  const config = testConfig({ DATA_DIR: folder, DATABASE_URL: server.url, DEMO: '1', LOGIN_FAILURES_PER_ADDRESS: '1000000' })
  const database = await openDatabase(config)
  await migrate(database.db)
  const app = await buildApp({ config, database })
  try {
    await prepareInstallation(app)
    await sql`update app_user set status = '0', is_enabled = false where user_name = ${names.disabled}`.execute(app.db)
    await sql`update app_user set status = '2', locked_until = null where user_name = ${names.lockedByAdministrator}`.execute(app.db)
    return limitsOf(await measure(app, tries))
  } finally {
    await app.close()
    await database.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
