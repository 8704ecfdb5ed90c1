import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { prepareInstallation } from './firstStart.ts'
import { buildHash } from './platform/buildHash.ts'
import type { Config } from './platform/config.ts'
import type { OpenDatabase } from './platform/database/databaseOf.ts'
import type { HeldFolder } from './platform/database/heldFolder.ts'
import { openDatabase } from './platform/database/open.ts'
import { readSchemaFiles as readSqlFiles } from './platform/database/schema/schemaFiles.ts'
import { prepareSchema } from './platform/database/serverRole.ts'
import { openWaitingServer, type WaitingServer } from './platform/http/waitingServer.ts'
import { publishedNames } from './publishedNames.ts'
import { checkInSlices } from './screens/checkInSlices.ts'
import { KeptCheck } from './screens/keptCheck.ts'
import { readSchemaFiles } from './screens/schemaFiles.ts'
import { DocumentStates } from './screens/states/documentStates.ts'

/** A server that does not stop within this is ended: nothing acknowledged is lost by it. */
const stopTimeoutMs = 15_000

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

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

interface Start {
  readonly config: Config
  /** The folder of the embedded database; null: the database is on a server. */
  readonly held: HeldFolder | null
  /** Hears how the server is stopped, once it serves. */
  readonly onServing: (stop: () => void) => void
}

/** Opens the database, brings it to the state of the code, and serves. */
export async function serve({ config, held, onServing }: Start): Promise<void> {
  let waiting: WaitingServer | undefined
  // After the folder is ours, so that a second start on it hears who holds it; before a new database is made.
  const whenHeld = async () => {
    waiting = await openWaitingServer(config)
    say(`準備中，登入頁已可開啟：${addressOf(config, waiting.port)}`)
  }
  const report = (level: string, text: string) => process.stderr.write(`[database ${level}] ${text}\n`)
  const sqlFiles = readSqlFiles()
  // What is wrong with them is told when they are needed.
  sqlFiles.catch(() => undefined)
  const kept = buildHash === null ? undefined : new KeptCheck(config.dataDir, buildHash)
  const database = await openDatabase(config, {
    report,
    held: held ?? undefined,
    whenHeld,
    meanwhile: () => void readDocumentsAhead(config, kept),
  })
  try {
    await prepareSchema(database.db, config.databaseOwnerUrl, await sqlFiles)
    const app = await buildApp({ config, database, states: new DocumentStates(config.dataDir), kept })
    const notes = await prepareInstallation(app, (share) => waiting?.report({ text: '正在準備示範資料', percent: Math.round(share * 100) }))
    onServing(stopGracefully(app, database))
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
