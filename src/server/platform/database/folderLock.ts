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

/** A lock held by this process. `release` gives it up at an orderly stop; otherwise the kernel does so when the process ends. */
export interface FolderLock {
  /** False when the folder was moved, deleted or replaced: its path then no longer leads to the locked folder. */
  isInPlace(): boolean
  release(): Promise<void>
}

/** Another living process uses the folder. `message` is one sentence for people that names the process. */
export class FolderInUseError extends StartError {
  constructor(folder: string, holder: Holder | null) {
    const who = holder ? `程序 ${holder.pid}（主機 ${holder.host}，自 ${holder.since} 起）` : '另一個程序'
    super(`資料夾 ${folder} 正由${who}使用中，請先停止該程序，或以 DATA_DIR 指定其他資料夾。`)
    this.name = 'FolderInUseError'
  }
}

/** Tells people who holds the folder. The lock does not use this file, because it may be outdated, incomplete or missing. */
const holderFileName = 'holder.json'

function readHolder(folder: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(join(folder, holderFileName), 'utf8')) as Partial<Holder>
    if (typeof holder.pid !== 'number' || typeof holder.host !== 'string') return null
    return { pid: holder.pid, host: holder.host, since: String(holder.since) }
  } catch {
    // Missing, or incomplete after a crash: the holder is unknown.
    return null
  }
}

/**
 * `O_EXLOCK` of macOS and the BSDs (sys/fcntl.h), and the flag that libuv gives that name on Windows (uv/win.h). Node has no constant for
 * them.
 */
const exclusiveFlag = process.platform === 'win32' ? 0x10000000 : 0x20
/** Makes opening fail instead of wait when another process has the lock. Only on systems where opening can lock. */
const noWait = process.platform === 'win32' ? 0 : constants.O_NONBLOCK
/** Error codes for a lock that another process holds. */
const heldCodes: ReadonlySet<unknown> = new Set(['EAGAIN', 'EWOULDBLOCK', 'EBUSY'])

/** Locks a file by opening it, on systems that can, so that no other program is needed. @returns null when another process has it */
function openExclusively(file: string): number | null {
  try {
    return openSync(file, constants.O_RDWR | constants.O_CREAT | exclusiveFlag | noWait, 0o600)
  } catch (error) {
    if (heldCodes.has((error as NodeJS.ErrnoException).code)) return null
    throw error
  }
}

/** On Linux, locks the folder itself, because a lock file could be deleted. @returns null when another process has it */
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
 * Locks the folder of the embedded database for this process. The kernel locks the inode of the folder, and the lock belongs to the open
 * descriptor: it works for every path, link, mount and container on this machine, does not depend on host names or clocks, and ends with
 * the process. It does not work across machines, so network file systems are refused.
 *
 * @throws FolderInUseError when another process has the lock
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
