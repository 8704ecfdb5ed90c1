import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { prepareInstallation } from './firstStart.ts'
import { buildHash } from './platform/buildHash.ts'
import { type Config, readStartConfig } from './platform/config.ts'
import type { OpenDatabase } from './platform/database/databaseOf.ts'
import { openDatabase } from './platform/database/open.ts'
import { prepareSchema } from './platform/database/serverRole.ts'
import { StartError } from './platform/environment.ts'
import { openWaitingServer, type WaitingServer } from './platform/http/waitingServer.ts'
import { publishedNames } from './publishedNames.ts'
import { checkInSlices } from './screens/checkInSlices.ts'
import { KeptCheck } from './screens/keptCheck.ts'
import { readSchemaFiles } from './screens/schemaFiles.ts'
import { DocumentStates } from './screens/states/documentStates.ts'

/** A server that does not stop within this is ended: nothing acknowledged is lost by it. */
const stopTimeoutMs = 15_000

/** What the operating system says of a file or folder that cannot be used. */
const fileProblems: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ENOTDIR', 'EEXIST', 'EROFS', 'ENOSPC', 'EISDIR'])

/** What PostgreSQL says to a connection that it does not let in: no such role or password, no such database, no right to connect. */
const signInProblems: ReadonlySet<string> = new Set(['28000', '28P01', '3D000', '42501'])

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

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

/** What fails after this was cut off by the stop, which ends the process itself. */
let isStopping = false

function stopGracefully(app: FastifyInstance, database: OpenDatabase): () => void {
  const finish = async () => {
    setTimeout(() => process.exit(1), stopTimeoutMs).unref()
    await app.close()
    await database.close()
    process.exit(0)
  }
  return () => {
    if (isStopping) return
    isStopping = true
    void finish()
  }
}

async function start(config: Config): Promise<void> {
  let waiting: WaitingServer | undefined
  // After the folder is ours, so that a second start on it hears who holds it; before anything is written.
  const whenHeld = async () => {
    waiting = await openWaitingServer(config)
    say(`準備中，登入頁已可開啟：${addressOf(config, waiting.port)}`)
  }
  const report = (level: string, text: string) => process.stderr.write(`[database ${level}] ${text}\n`)
  const kept = buildHash === null ? undefined : new KeptCheck(config.dataDir, buildHash)
  const database = await openDatabase(config, { report, whenHeld, meanwhile: () => void readDocumentsAhead(config, kept) })
  try {
    await prepareSchema(database.db, config.databaseOwnerUrl)
    const app = await buildApp({ config, database, states: new DocumentStates(config.dataDir), kept })
    const notes = await prepareInstallation(app, (share) => waiting?.report({ text: '正在準備示範資料', percent: Math.round(share * 100) }))
    stop = stopGracefully(app, database)
    const port = waiting?.port ?? config.port
    await waiting?.close()
    await app.listen({ port, host: config.host })
    await app.jobs.start()
    say(`系統已啟動：${addressOf(config, port)}`)
    for (const note of notes) say(note)
    await Promise.all([app.validators.compileRest(), app.documents.checkAgain()])
  } catch (error) {
    if (isStopping) return
    await database.close()
    throw error
  }
}

/** Checks the documents while the database opens. The app finds them checked, and reports what cannot be read. */
async function readDocumentsAhead(config: Config, kept: KeptCheck | undefined): Promise<void> {
  const files = await readSchemaFiles(config.schemasDir).catch(() => [])
  if (!(await kept?.recall(files))) await checkInSlices(files, publishedNames)
}

function addressOf(config: Config, port: number): string {
  return config.port === 0 ? `http://localhost:${port}` : config.publicUrl
}

let config: Config | null = null
try {
  config = readStartConfig(process.env)
  await start(config)
} catch (error) {
  process.stderr.write(`${startProblem(error, config)}\n`)
  process.exit(1)
}
