import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Config } from '../config.ts'
import { openEmbedded } from './embedded.ts'
import { guardPool } from './guardedPool.ts'
import { refuseUnsafeSettings } from './serverSettings.ts'
import type { Database, Tables } from './tables.ts'
import { typeParsers } from './typeParsers.ts'

/** An open database and how to leave it. */
export interface OpenDatabase {
  readonly db: Database
  readonly kind: 'embedded' | 'postgres'
  /** Waits for running queries, then frees the connections (and the folder). */
  close(): Promise<void>
}

/** What the platform tells about the database while it runs; errors go to the log of the process. */
export type DatabaseReporter = (level: 'warn' | 'error', text: string) => void

/** Wraps a pool of either engine: from here on nobody can tell them apart. */
export function databaseOf(pool: pg.Pool): Database {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: guardPool(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

async function openServer(config: Config, url: string, report: DatabaseReporter): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, types: typeParsers, max: config.databasePoolSize, connectionTimeoutMillis: 10_000 })
  pool.on('error', (error) => report('error', `idle database connection lost: ${error.message}`))
  if (config.production) await refuseUnsafeSettings(pool)
  const db = databaseOf(pool)
  return { db, kind: 'postgres', close: () => db.destroy() }
}

/**
 * Opens the database that the configuration names: PostgreSQL by `DATABASE_URL`, otherwise the embedded one in `DATA_DIR`.
 *
 * @throws FolderInUseError when another process holds the folder
 * @throws Error with a sentence for people when the server cannot be reached
 */
export async function openDatabase(config: Config, report: DatabaseReporter = () => undefined): Promise<OpenDatabase> {
  return config.databaseUrl === null ? openEmbedded(config, report) : openServer(config, config.databaseUrl, report)
}
