import { closeSync, constants, mkdirSync, openSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../environment.ts'
import { networkFileSystemOf } from './networkFileSystems.ts'
import { tryFlock } from './tryFlock.ts'

interface Holder {
  readonly pid: number
  readonly host: string
  readonly since: string
}

/** Held for the life of the process; `release` on a graceful stop, the kernel does it however the process ends. */
export interface FolderLock {
  /** False when the folder was moved, deleted or replaced beneath us: what its path leads to now is not what is locked. */
  isInPlace(): boolean
  release(): Promise<void>
}

/** The folder is used by a living process. `message` is one sentence for people and names the holder. */
export class FolderInUseError extends StartError {
  constructor(folder: string, holder: Holder | null) {
    const who = holder ? `程序 ${holder.pid}（主機 ${holder.host}，自 ${holder.since} 起）` : '另一個程序'
    super(`資料夾 ${folder} 正由${who}使用中，請先停止該程序，或以 DATA_DIR 指定其他資料夾。`)
    this.name = 'FolderInUseError'
  }
}

/** Tells people who holds the folder. The lock itself does not look at it: it may be old, cut off or gone. */
const holderFileName = 'holder.json'

function readHolder(folder: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(join(folder, holderFileName), 'utf8')) as Partial<Holder>
    if (typeof holder.pid !== 'number' || typeof holder.host !== 'string') return null
    return { pid: holder.pid, host: holder.host, since: String(holder.since) }
  } catch {
    // Missing, or cut off by a crash while it was written: it says nothing.
    return null
  }
}

/** `O_EXLOCK` of macOS and the BSDs (sys/fcntl.h), and what libuv calls so on Windows (uv/win.h). Node has no name for them. */
const exclusiveFlag = process.platform === 'win32' ? 0x10000000 : 0x20
/** Not blocked by another's lock but told of it; only where opening can lock. */
const noWait = process.platform === 'win32' ? 0 : constants.O_NONBLOCK
/** What the systems say where somebody else has the lock. */
const heldCodes: ReadonlySet<unknown> = new Set(['EAGAIN', 'EWOULDBLOCK', 'EBUSY'])

/** Where opening a file can lock it: no other program is needed. @returns null when another process has it */
function openExclusively(file: string): number | null {
  try {
    return openSync(file, constants.O_RDWR | constants.O_CREAT | exclusiveFlag | noWait, 0o600)
  } catch (error) {
    if (heldCodes.has((error as NodeJS.ErrnoException).code)) return null
    throw error
  }
}

/** Linux: the folder itself is locked, so there is no file that somebody could delete. @returns null when another process has it */
function openFolderLocked(folder: string): number | null {
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  let isOurs = false
  try {
    isOurs = tryFlock(descriptor, folder)
    return isOurs ? descriptor : null
  } finally {
    if (!isOurs) closeSync(descriptor)
  }
}

function openLocked(folder: string): number | null {
  return process.platform === 'linux' ? openFolderLocked(folder) : openExclusively(join(folder, 'lock'))
}

function assertLocalFolder(folder: string): void {
  const name = networkFileSystemOf(statfsSync(folder).type)
  if (name === null) return
  throw new StartError(
    `資料夾 ${folder} 位於網路檔案系統（${name}），無法確保同時只有一個程序使用。` +
      '請以 DATA_DIR 指定本機磁碟的資料夾，或以 DATABASE_URL 使用 PostgreSQL。',
  )
}

/**
 * Takes the embedded database's folder for this process. The lock is the kernel's, on the folder's inode, and belongs to the open
 * descriptor of this process: every path, link, mount and container on this machine that leads to the folder meets it, host names and clocks
 * do not count, and it ends with the process. Other machines are not seen, hence no network file systems.
 *
 * @throws FolderInUseError when another process has it
 * @throws StartError when the folder cannot be locked at all
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  assertLocalFolder(folder)
  const descriptor = openLocked(folder)
  if (descriptor === null) throw new FolderInUseError(folder, readHolder(folder))
  const locked = statSync(folder)
  const file = join(folder, holderFileName)
  writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() }))
  const forget = () => rmSync(file, { force: true })
  process.once('exit', forget)
  return {
    isInPlace: () => {
      const now = statSync(folder, { throwIfNoEntry: false })
      return now !== undefined && now.ino === locked.ino && now.dev === locked.dev
    },
    release: async () => {
      process.off('exit', forget)
      forget()
      closeSync(descriptor)
    },
  }
}
