import pg from 'pg'
import type { Config } from '../config.ts'
import { type DatabaseReporter, databaseOf, type OpenDatabase, type OpeningHooks } from './databaseOf.ts'
import { openEmbedded } from './embedded.ts'
import { assertSafeSettings } from './serverSettings.ts'
import { StorageState } from './storageState.ts'
import { typeParsers } from './typeParsers.ts'
import { type Pace, untimed } from './workKind.ts'

/** Limit for statements that a user waits for. Background statements on a server have no limit. */
const statementTimeoutMs = (pace: Pace) => (pace === 'interactive' ? 10_000 : 0)

function openPool(config: Config, url: string, report: DatabaseReporter): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, types: typeParsers, max: config.databasePoolSize, connectionTimeoutMillis: 10_000 })
  pool.on('error', (error) => report('error', `idle database connection lost: ${error.message}`))
  // Handles connections that are lost while in use. The pool listens to idle clients only, and an `error` event without a listener would
  // end the process. The user of the client gets the error from the failed query.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

async function openServer(config: Config, url: string, report: DatabaseReporter): Promise<OpenDatabase> {
  const pool = openPool(config, url, report)
  if (config.production) await assertSafeSettings(pool)
  const storage = new StorageState()
  const terms = { storage, statementTimeoutMs }
  const db = databaseOf(pool, terms)
  const opened = { db, kind: 'postgres', storage, patiently: untimed } as const
  if (config.databaseReplicaUrl === null) return { ...opened, close: () => db.destroy() }
  const replica = databaseOf(openPool(config, config.databaseReplicaUrl, report), terms)
  const close = async () => {
    await replica.destroy()
    await db.destroy()
  }
  return { ...opened, replica, close }
}

/**
 * Opens the configured database: PostgreSQL for `DATABASE_URL`, otherwise the embedded one in `DATA_DIR`. Reports read from
 * `DATABASE_REPLICA_URL` if it is set.
 *
 * @throws FolderInUseError when another process holds the folder
 * @throws Error with a sentence for people when the server cannot be reached
 */
export async function openDatabase(config: Config, hooks: Partial<OpeningHooks> = {}): Promise<OpenDatabase> {
  const { report = () => undefined, whenHeld = async () => undefined, meanwhile = () => undefined, held } = hooks
  if (config.databaseUrl === null) return openEmbedded(config, { report, whenHeld, meanwhile, held })
  await whenHeld()
  meanwhile()
  return openServer(config, config.databaseUrl, report)
}
