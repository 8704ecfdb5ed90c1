import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseOf, type OpenDatabase } from '../../src/server/platform/database/databaseOf.ts'
import { poolOf } from '../../src/server/platform/database/embedded.ts'
import { EmbeddedEngine } from '../../src/server/platform/database/embeddedEngine.ts'
import { StorageState } from '../../src/server/platform/database/storageState.ts'
import { typeParsers } from '../../src/server/platform/database/typeParsers.ts'
import { untimed } from '../../src/server/platform/database/workKind.ts'
import { emptySnapshot } from '../../src/server/records/testing/memoryDatabase.ts'
import type { TestRun } from './testRun.ts'

/** An embedded database in memory that can be saved to a file and started from one. */
export interface SnapshotDatabase extends OpenDatabase {
  dump(file: string): Promise<void>
}

/** Opens an embedded database in memory, from a snapshot file. */
export async function openSnapshot(snapshot: string): Promise<SnapshotDatabase> {
  const engine = new EmbeddedEngine({
    folder: null,
    snapshot,
    deadlineMs: 60_000,
    onFailure: (reason) => {
      throw new Error(`test database failed: ${reason}`)
    },
  })
  await engine.start()
  const storage = new StorageState()
  const db = databaseOf(poolOf(engine), { storage, onStatement: engine.setPace })
  const close = async () => {
    await db.destroy()
    await engine.close()
  }
  return { db, kind: 'embedded', storage, patiently: untimed, dump: (file) => engine.dump(file), close }
}

/** Address of one database of a server. */
export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/**
 * Role of the product on PostgreSQL. It owns nothing, as in a careful installation; the databases of one server share it. Tests read and
 * tamper as the owner.
 */
const serverRole = { name: 'loyalty_test_server', password: 'loyalty-test-server' } as const

/** Makes {@link serverRole} unless the server has it. */
export async function ensureServerRole(serverUrl: string): Promise<void> {
  const { name, password } = serverRole
  await administer(
    serverUrl,
    `do $$ begin create role ${name} login password '${password}'; exception when duplicate_object or unique_violation then null; end $$`,
  )
}

/** Opens a database of a PostgreSQL server, as the owner of its tables or as the server. @param port of a proxy in between */
export function openPostgres(serverUrl: string, database: string, role: 'owner' | 'server' = 'owner', port?: number): OpenDatabase {
  const url = new URL(urlOf(serverUrl, database))
  if (port !== undefined) url.port = String(port)
  if (role === 'server') Object.assign(url, { username: serverRole.name, password: serverRole.password })
  const pool = new pg.Pool({ connectionString: url.href, types: typeParsers, max: 10 })
  // As in the product: a lost connection is reported only to the code that uses it.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const storage = new StorageState()
  const db = databaseOf(pool, { storage })
  return { db, kind: 'postgres', storage, patiently: untimed, close: () => db.destroy() }
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const stillInUse = '55006'

/** Drops a database when the server has noticed that its clients have disconnected. */
async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  for (let round = 0; ; round += 1) {
    try {
      await administer(serverUrl, `drop database ${name}`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== stillInUse || round === 50) throw error
      await sleep(100)
    }
  }
}

/** An empty database on the engine of a run; `close` drops it. */
export async function openEmpty({ serverUrl, templates, id }: TestRun, purpose: string): Promise<OpenDatabase> {
  if (serverUrl === null) return openSnapshot(await emptySnapshot(templates))
  return clonePostgres(serverUrl, 'template0', `loyalty_${id}_${purpose}_${randomBytes(4).toString('hex')}`)
}

/**
 * Makes a database from a template and opens it; `close` drops it. Names come only from our own code. Files are copied as a whole, which costs
 * a third of what it costs to log each page.
 */
export async function clonePostgres(serverUrl: string, template: string, name: string): Promise<OpenDatabase> {
  await administer(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  const database = openPostgres(serverUrl, name)
  const close = async () => {
    await database.close()
    await dropDatabase(serverUrl, name)
  }
  return { ...database, close }
}
