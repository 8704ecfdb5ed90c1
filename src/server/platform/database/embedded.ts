import { existsSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { StartError } from '../environment.ts'
import { databaseOf, type OpenDatabase, type OpeningHooks } from './databaseOf.ts'
import { EmbeddedEngine, type EngineOptions, initializeFolder } from './embeddedEngine.ts'
import { type FolderLock, lockFolder } from './folderLock.ts'
import { LiteSocket } from './liteSocket.ts'
import { startMaintenance } from './maintenance.ts'
import { StorageState } from './storageState.ts'
import { typeParsers } from './typeParsers.ts'
import { watchFolder } from './watchFolder.ts'
import { untimed } from './workKind.ts'

/**
 * The engine ignores `statement_timeout`, so its thread is ended when a statement takes longer than this. The first limit is for background
 * work, the second for statements that a user waits for.
 */
const deadlines = { deadlineMs: 120_000, interactiveDeadlineMs: 10_000 } as const
/** A full disk damages the folder, so the database is not opened with less free space than this. */
const freeBytesMin = 200 * 1024 * 1024

/** A pool with the only connection to an engine; `pg` queues all callers for it. */
export function poolOf(engine: EmbeddedEngine): pg.Pool {
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 60_000,
    types: typeParsers,
    stream: () => new LiteSocket(engine.send),
  })
  // Nothing to do: the pool discards the client, and the next query gets a new one. The engine reports its own failures.
  pool.on('error', () => undefined)
  // Listens also while a query uses the client, because an `error` event without a listener would end the process. The query itself fails
  // and reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function assertDiskSpace(folder: string): void {
  const disk = statfsSync(folder)
  if (disk.bavail * disk.bsize < freeBytesMin) throw new StartError(`資料夾 ${folder} 所在磁碟的可用空間不足 200 MB，無法啟動資料庫。`)
}

/**
 * Makes the data folder under another name and renames it when it is complete, so that a start that is stopped half-way leaves nothing that
 * looks like a database.
 */
async function makeData(data: string, options: EngineOptions): Promise<void> {
  const beside = `${data}.new`
  for (const leftOver of [beside, data]) rmSync(leftOver, { recursive: true, force: true })
  await initializeFolder({ ...options, folder: beside })
  renameSync(beside, data)
}

async function openLocked(folder: string, lock: FolderLock, { report, meanwhile }: OpeningHooks): Promise<OpenDatabase> {
  assertDiskSpace(folder)
  const data = join(folder, 'pgdata')
  const options: EngineOptions = {
    folder: data,
    snapshot: null,
    ...deadlines,
    onFailure: (reason) => report('error', `embedded database restarts: ${reason}`),
  }
  if (!existsSync(join(data, 'PG_VERSION'))) await makeData(data, options)
  const engine = new EmbeddedEngine(options)
  await engine.start(meanwhile)
  const storage = new StorageState()
  const db = databaseOf(poolOf(engine), { storage, onStatement: engine.setPace })
  const watch = await watchFolder({ folder, lock, storage, report })
  const maintenance = startMaintenance({ db, storage, report })
  const close = async () => {
    watch.stop()
    await maintenance.stop()
    await db.destroy()
    await engine.close()
    await lock.release()
  }
  return { db, kind: 'embedded', storage, patiently: untimed, close }
}

/** Opens the database in `DATA_DIR/database`, or makes it, and locks the folder for this process. */
export async function openEmbedded(config: Config, hooks: OpeningHooks): Promise<OpenDatabase> {
  const folder = join(config.dataDir, 'database')
  const lock = await lockFolder(folder)
  try {
    await hooks.whenHeld()
    return await openLocked(folder, lock, hooks)
  } catch (error) {
    await lock.release()
    throw error
  }
}
