import { spawnSync } from 'node:child_process'
import { StartError } from '../environment.ts'

/** What `flock` of util-linux and of BusyBox answer when somebody else has the lock. */
const heldStatus = 1
/** In the child, the descriptor that it gets from us. */
const inherited = 3

/**
 * Locks an open file or folder by flock(2), which Node cannot call. The program `flock` does it on a descriptor that it inherits: such a lock
 * belongs to what was opened, not to who asked, so it stays with our descriptor when the program has ended, and ends with ours.
 *
 * @param name for messages
 * @returns false when another process has it
 * @throws StartError when there is no such program, or the file system cannot lock
 */
export function tryFlock(descriptor: number, name: string): boolean {
  const { status, error, stderr } = spawnSync('flock', ['-x', '-n', String(inherited)], { stdio: ['ignore', 'ignore', 'pipe', descriptor] })
  if (status === 0) return true
  const said = String(stderr ?? '').trim()
  // A refusal is silent; BusyBox gives its failures the same number, but with a word.
  if (status === heldStatus && said === '') return false
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new StartError('找不到系統程式 flock，無法鎖定資料夾。請安裝 util-linux，或以 DATABASE_URL 使用 PostgreSQL。(flock is missing)')
  throw new StartError(
    `無法鎖定資料夾 ${name}（${said || (error?.message ?? `flock: ${status}`)}）。請以 DATA_DIR 指定本機磁碟的資料夾，或以 DATABASE_URL 使用 PostgreSQL。`,
  )
}
