import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, utimes, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'

interface Holder {
  readonly pid: number
  readonly host: string
  readonly since: string
}

/** Held for the life of the process; `release` on a graceful stop, the kernel does it after `kill -9`. */
export interface FolderLock {
  release(): Promise<void>
}

/** The folder is used by a living process. `message` is one sentence for people and names the holder. */
export class FolderInUseError extends Error {
  constructor(folder: string, holder: Holder | null) {
    const who = holder ? `程序 ${holder.pid}（主機 ${holder.host}，自 ${holder.since} 起）` : '另一個程序'
    super(`資料夾 ${folder} 正由${who}使用中，請先停止該程序，或以 DATA_DIR 指定其他資料夾。`)
    this.name = 'FolderInUseError'
  }
}

const holderFileName = 'holder.json'
/** How often the holder touches its file. */
const heartbeatMs = 1000

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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Address of a kernel lock that belongs to the folder: an abstract socket on Linux (nothing is left behind), a named pipe on
 * Windows. Elsewhere a socket file, which the caller removes when its process is gone.
 */
function lockAddress(folder: string): string {
  const key = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24)
  if (process.platform === 'linux') return `\0loyalty-${key}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\loyalty-${key}`
  return join(folder, 'holder.sock')
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((connection) => connection.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

async function takeKernelLock(folder: string): Promise<Server> {
  const address = lockAddress(folder)
  const server = await listen(address)
  if (server) return server
  const holder = readHolder(folder)
  const isLeftOver = address.startsWith(folder) && holder !== null && !isAlive(holder.pid)
  if (!isLeftOver) throw new FolderInUseError(folder, holder)
  rmSync(address, { force: true })
  const again = await listen(address)
  if (!again) throw new FolderInUseError(folder, holder)
  return again
}

/**
 * True when a process on another host (another container: it does not share kernel lock names) still touches the holder file.
 * A left-over file stands still, so it never blocks; watching it costs a moment only when the host differs.
 */
async function isHeldElsewhere(file: string, holder: Holder | null): Promise<boolean> {
  if (!holder || holder.host === hostname()) return false
  const before = statSync(file).mtimeMs
  if (Date.now() - before > 10 * heartbeatMs) return false
  await new Promise((resolve) => setTimeout(resolve, 2 * heartbeatMs))
  return existsSync(file) && statSync(file).mtimeMs !== before
}

/**
 * Takes the embedded database's folder for this process, or throws {@link FolderInUseError} within 3 s.
 * The kernel lock decides on one machine, the heartbeat of the holder file between containers; left-over files never block.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const server = await takeKernelLock(folder)
  const file = join(folder, holderFileName)
  const holder = readHolder(folder)
  if (await isHeldElsewhere(file, holder)) {
    server.close()
    throw new FolderInUseError(folder, holder)
  }
  writeFileSync(file, JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() }))
  const heartbeat = setInterval(() => utimes(file, new Date(), new Date(), () => undefined), heartbeatMs)
  heartbeat.unref()
  return {
    release: async () => {
      clearInterval(heartbeat)
      rmSync(file, { force: true })
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
