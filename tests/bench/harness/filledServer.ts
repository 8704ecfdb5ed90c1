import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { startTemporaryPostgres } from '../../../src/commands/lib/temporaryPostgres.mjs'
import { taipeiDate } from '../../../src/rules/dates.ts'
import { buildApp } from '../../../src/server/app.ts'
import { seedManyStatements } from '../../../src/server/demo/large/largeStatements.ts'
import { seedLarge } from '../../../src/server/demo/large/seedLarge.ts'
import { seedDemo } from '../../../src/server/demo/seed.ts'
import { prepareInstallation } from '../../../src/server/firstStart.ts'
import { seedAccounts } from '../../../src/server/identity/seedAccounts.ts'
import { migrate } from '../../../src/server/platform/database/migrate.ts'
import type { Database } from '../../../src/server/platform/database/tables.ts'
import { testConfig } from '../../support/testConfig.ts'
import { openPostgres } from '../../support/testDatabases.ts'
import { fillLedgerRows } from './ledgerRows.ts'

/** The product over HTTP with a signed-in user, and the same database for hand-written SQL. */
export interface FilledServer {
  readonly origin: string
  readonly token: string
  /** Writing calls carry it as `x-xsrf-token`. */
  readonly xsrfToken: string
  readonly db: Database
  /** Runs the jobs that are due, until none is left. */
  runJobs(): Promise<unknown>
}

/** Another demo account; `userName` of `withFilledServer` is signed in already. */
export async function signIn(origin: string, username: string): Promise<Pick<FilledServer, 'token' | 'xsrfToken'>> {
  const form = { grant_type: 'password', client_id: 'console', username, password: `Demo!2025${username}`, scope: 'openid' }
  const answer = await fetch(`${origin}/connect/token`, { method: 'POST', body: new URLSearchParams(form) })
  if (!answer.ok) throw new Error(`cannot sign in: ${answer.status} ${await answer.text()}`)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { token, xsrfToken: answer.headers.get('x-xsrf-token') ?? '' }
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

export interface FilledServerInput {
  readonly rowCount: number
  readonly lastDay: string
  /** One of the demo accounts. */
  readonly userName: string
  /** Default: those of {@link ledgerShape}. */
  readonly members?: number
}

/**
 * Runs a measurement against the product on a PostgreSQL server of its own, whose ledger has `rowCount` sales up to `lastDay`.
 *
 * @returns what the measurement returns, after everything has stopped
 */
export function withFilledServer<T>(
  { rowCount, lastDay, userName, members }: FilledServerInput,
  measure: (server: FilledServer) => Promise<T>,
): Promise<T> {
  const fill = async ({ db }: FastifyInstance) => {
    await seedAccountsToday(db)
    const filling = await timeOf(() => fillLedgerRows(db, { count: rowCount, lastDay, members }))
    console.log(`${rowCount} 筆交易，寫入 ${(filling / 1000).toFixed(0)} 秒`)
  }
  return withServer({ userName, fill }, measure)
}

const seedAccountsToday = (db: Database) => seedAccounts({ db }, { demo: true, asOf: taipeiDate(new Date()) })

/** The large demo set (domain 10) with its companies, months and statements, but fewer members and transactions. */
export function withLargeDemo<T>(
  { transactions, userName }: { readonly transactions: number; readonly userName: string },
  measure: (server: FilledServer) => Promise<T>,
): Promise<T> {
  const [seed, asOf] = [7, taipeiDate(new Date())]
  const fill = async (app: FastifyInstance) => {
    const filling = await timeOf(async () => {
      await seedDemo(app, { size: 'large', seed, asOf })
      await seedLarge(app.db, { seed, asOf, members: Math.ceil(transactions / 10), transactions })
      await seedManyStatements(app.db, asOf)
    })
    await sql`vacuum analyze`.execute(app.db)
    console.log(`${transactions} 筆交易與對帳單，寫入 ${(filling / 1000).toFixed(0)} 秒`)
  }
  return withServer({ userName, fill }, measure)
}

async function withServer<T>(
  { userName, fill }: { readonly userName: string; fill(app: FastifyInstance): Promise<void> },
  measure: (server: FilledServer) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-ledger-'))
  const server = await startTemporaryPostgres()
  const database = openPostgres(server.url, 'postgres')
  const undo: (() => Promise<void>)[] = [() => database.close()]
  try {
    await migrate(database.db)
    const config = testConfig({ DATABASE_URL: server.url, DATA_DIR: dataDir, ACCESS_TOKEN_MINUTES: '60' })
    const app = await buildApp({ config, database })
    undo.push(() => app.close())
    await prepareInstallation(app)
    await fill(app)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    return await measure({ origin, ...(await signIn(origin, userName)), db: database.db, runJobs: () => app.jobs.runDue() })
  } finally {
    for (const stop of undo.reverse()) await stop()
    // The pool ends before its sockets; stopping the server meanwhile would end them with an error.
    await sleep(500)
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
