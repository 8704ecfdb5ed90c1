import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { StartError } from '../environment.ts'
import { type DatabaseReporter, databaseOf, type OpenDatabase } from './databaseOf.ts'
import { EmbeddedEngine, type EngineOptions, initializeFolder } from './embeddedEngine.ts'
import { type FolderLock, lockFolder } from './folderLock.ts'
import { LiteSocket } from './liteSocket.ts'
import { startMaintenance } from './maintenance.ts'
import { typeParsers } from './typeParsers.ts'

/** The engine ignores `statement_timeout`; its thread is ended after this. */
const queryDeadlineMs = 120_000
/** A full disk damages the folder, so nothing is started on one that nearly is. */
const freeBytesMin = 200 * 1024 * 1024

/** The one connection to an engine; `pg` queues everybody behind it. */
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
  // The client is thrown away and the next query gets a new one; the engine reports its own failures.
  pool.on('error', () => undefined)
  return pool
}

function refuseFullDisk(folder: string): void {
  const disk = statfsSync(folder)
  if (disk.bavail * disk.bsize < freeBytesMin) throw new StartError(`資料夾 ${folder} 所在磁碟的可用空間不足 200 MB，無法啟動資料庫。`)
}

async function openLocked(folder: string, lock: FolderLock, report: DatabaseReporter): Promise<OpenDatabase> {
  refuseFullDisk(folder)
  const data = join(folder, 'pgdata')
  const options: EngineOptions = {
    folder: data,
    snapshot: null,
    deadlineMs: queryDeadlineMs,
    onFailure: (reason) => report('error', `embedded database restarts: ${reason}`),
  }
  if (!existsSync(join(data, 'PG_VERSION'))) await initializeFolder(options)
  const engine = new EmbeddedEngine(options)
  await engine.start()
  const db = databaseOf(poolOf(engine))
  const maintenance = startMaintenance({ db, engine, folder, freeBytesMin, report })
  const close = async () => {
    await maintenance.stop()
    await db.destroy()
    await engine.close()
    await lock.release()
  }
  return { db, kind: 'embedded', patiently: (work) => engine.withoutDeadline(work), close }
}

/** Opens (or makes) the database in `DATA_DIR/database` and holds the folder for this process. */
export async function openEmbedded(config: Config, report: DatabaseReporter): Promise<OpenDatabase> {
  const folder = join(config.dataDir, 'database')
  const lock = await lockFolder(folder)
  try {
    return await openLocked(folder, lock, report)
  } catch (error) {
    await lock.release()
    throw error
  }
}
