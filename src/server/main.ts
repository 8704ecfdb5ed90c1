import { setFlagsFromString } from 'node:v8'
import { type Config, readStartConfig } from './platform/config.ts'
import { holdFolder } from './platform/database/heldFolder.ts'
import { StartError } from './platform/environment.ts'

// Otherwise V8 throws code away that was not run for a while, and whoever comes back after a pause waits until it is compiled again. It
// costs some megabytes.
setFlagsFromString('--no-flush-bytecode')

/** What the operating system says of a file or folder that cannot be used. */
const fileProblems: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'EROFS', 'ENOSPC', 'EISDIR'])

/** What PostgreSQL says to a connection that it does not let in: no such role or password, no such database, no right to connect. */
const signInProblems: ReadonlySet<string> = new Set(['28000', '28P01', '3D000', '42501'])

/** One sentence for the newcomer instead of a stack, for the mistakes that newcomers make. */
function startProblem(error: unknown, config: Config | null): string {
  const { code, syscall, path } = error as NodeJS.ErrnoException
  const place = config ? `${config.host}:${config.port}` : ''
  if (code === 'EADDRINUSE') return `連接埠 ${place} 已被其他程式使用，請先停止該程式，或以 PORT 指定其他連接埠。(port in use)`
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && syscall === 'getaddrinfo' && config?.databaseUrl === null))
    return `本機沒有位址 ${config?.host}，請以 HOST 指定其他位址。(address not available)`
  if (syscall === 'listen' && code === 'EACCES') return `沒有使用 ${place} 的權限，請以 PORT 指定 1024 以上的連接埠。(permission denied)`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return '無法連線至 DATABASE_URL 指定的資料庫，請確認主機與連接埠。(database unreachable)'
  if (code !== undefined && signInProblems.has(code))
    return `資料庫拒絕 DATABASE_URL 或 DATABASE_OWNER_URL 的帳號，請確認角色、密碼與資料庫名稱。(${(error as Error).message})`
  if (path !== undefined && fileProblems.has(String(code)))
    return `無法使用 ${path}（${code}），請檢查 DATA_DIR 與資料夾權限。(folder unusable)`
  if (error instanceof StartError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/**
 * What a signal to stop does now. Until the server is ready nobody was served, so there is nothing to finish: the process ends where it
 * is, as `kill -9` would end it, the kernel frees the folder, and the next start goes on from what was committed.
 */
let stop: () => void = () => process.exit(0)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop())

let config: Config | null = null
try {
  config = readStartConfig(process.env)
  const reportFailure = (reason: string) => process.stderr.write(`[database error] embedded database restarts: ${reason}\n`)
  const held = config.databaseUrl === null ? await holdFolder(config, reportFailure) : null
  // Loaded while the database opens in its own thread: each takes most of a second.
  const { serve } = await import('./serve.ts')
  await serve({
    config,
    held,
    onServing: (stopServing) => {
      stop = stopServing
    },
  })
} catch (error) {
  process.stderr.write(`${startProblem(error, config)}\n`)
  process.exit(1)
}
