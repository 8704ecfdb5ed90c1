import { spawnSync } from 'node:child_process'
import { StartError } from '../environment.ts'

/** Exit status of `flock`, of util-linux and of BusyBox, when another process has the lock. */
const heldStatus = 1
/** Number of the inherited descriptor in the child process. */
const inherited = 3

/**
 * Locks an open file or folder by flock(2), which Node cannot call. The program `flock` locks a descriptor that it inherits. Such a lock
 * belongs to the open file and not to the process: it remains after the program has ended, as long as our descriptor is open.
 *
 * @param name of the file, for messages
 * @returns false when another process has the lock
 * @throws StartError when there is no `flock` program, or the file system cannot lock
 */
export function tryFlock(descriptor: number, name: string): boolean {
  const { status, error, stderr } = spawnSync('flock', ['-x', '-n', String(inherited)], { stdio: ['ignore', 'ignore', 'pipe', descriptor] })
  if (status === 0) return true
  const said = String(stderr ?? '').trim()
  // When the lock is held, `flock` prints nothing. BusyBox uses the same status for failures, but prints a message.
  if (status === heldStatus && said === '') return false
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new StartError('找不到系統程式 flock，無法鎖定資料夾。請安裝 util-linux，或以 DATABASE_URL 使用 PostgreSQL。(flock is missing)')
  throw new StartError(
    `無法鎖定資料夾 ${name}（${said || (error?.message ?? `flock: ${status}`)}）。請以 DATA_DIR 指定本機磁碟的資料夾，或以 DATABASE_URL 使用 PostgreSQL。`,
  )
}
