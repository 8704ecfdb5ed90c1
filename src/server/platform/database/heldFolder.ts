import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from '../environment.ts'
import { EmbeddedEngine, type EngineOptions } from './embeddedEngine.ts'
import { type FolderLock, lockFolder } from './folderLock.ts'

/** The folder of the embedded database: no other process can take it. */
export interface HeldFolder {
  readonly folder: string
  readonly lock: FolderLock
  readonly options: EngineOptions & { readonly folder: string }
  readonly engine: EmbeddedEngine
  /** Settles when the engine has opened the database. Null: there is none in the folder yet. */
  readonly opening: Promise<unknown> | null
}

/**
 * The engine ignores `statement_timeout`, so its thread is ended when a statement takes longer than this. The first limit is for background
 * work, the second for statements that a user waits for.
 */
const deadlines = { deadlineMs: 120_000, interactiveDeadlineMs: 10_000 } as const
/** A full disk damages the folder, so the database is not opened with less free space than this. */
const freeBytesMin = 200 * 1024 * 1024

/**
 * Locks `DATA_DIR/database` for this process, and begins to open the database in it. That needs little code and a thread of its own, so a
 * start does it first, and loads its other code meanwhile.
 *
 * @param reportFailure hears why the engine's thread had to be started again
 */
export async function holdFolder(config: Pick<Config, 'dataDir'>, reportFailure: (reason: string) => void): Promise<HeldFolder> {
  const folder = join(config.dataDir, 'database')
  const lock = await lockFolder(folder)
  try {
    assertDiskSpace(folder)
    const data = join(folder, 'pgdata')
    const options = { folder: data, snapshot: null, ...deadlines, onFailure: reportFailure }
    const engine = new EmbeddedEngine(options)
    const opening = existsSync(join(data, 'PG_VERSION')) ? engine.start() : null
    // Whoever needs the database hears of a failure.
    opening?.catch(() => undefined)
    return { folder, lock, options, engine, opening }
  } catch (error) {
    await lock.release()
    throw error
  }
}

function assertDiskSpace(folder: string): void {
  const disk = statfsSync(folder)
  if (disk.bavail * disk.bsize < freeBytesMin) throw new StartError(`資料夾 ${folder} 所在磁碟的可用空間不足 200 MB，無法啟動資料庫。`)
}
