import { statfs } from 'node:fs/promises'
import type { DatabaseReporter } from './databaseOf.ts'
import type { FolderLock } from './folderLock.ts'
import { type StorageLevel, type StorageState, scarceBytes } from './storageState.ts'

interface WatchOptions {
  readonly folder: string
  readonly lock: FolderLock
  readonly storage: StorageState
  readonly report: DatabaseReporter
}

const lookEveryMs = 1000

const levelTexts: Readonly<Record<StorageLevel, string>> = {
  roomy: 'space again: writes go on',
  scarce: `less than ${scarceBytes / 1024 / 1024} MB free: writes are refused, reads go on`,
  full: 'no space: all writes are refused, reads go on',
}

/** Watches the disk and the folder of the embedded database: once before the first statement, then every second. */
export async function watchFolder({ folder, lock, storage, report }: WatchOptions): Promise<{ stop(): void }> {
  let reported: StorageLevel = 'roomy'
  const look = async () => {
    if (!lock.isInPlace()) return leaveFolder(folder)
    const { bavail, bsize } = await statfs(folder)
    storage.noteFreeBytes(bavail * bsize)
    const { level } = storage
    if (level === reported) return
    reported = level
    report(level === 'roomy' ? 'warn' : 'error', `${folder}: ${levelTexts[level]}`)
  }
  await look()
  const timer = setInterval(() => void look().catch((error: unknown) => report('error', `${folder}: ${String(error)}`)), lookEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/**
 * Ends the process at once, because the folder was moved away or replaced. Its path may now lead to the database of another server, and the
 * engine opens files by path: every further write, even an orderly stop, could damage that database.
 */
function leaveFolder(folder: string): never {
  process.stderr.write(`資料夾 ${folder} 已被移動、刪除或取代，伺服器立即停止以免損壞資料。請還原該資料夾後重新啟動。\n`)
  process.exit(1)
}
