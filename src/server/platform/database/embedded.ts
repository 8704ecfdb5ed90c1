import { renameSync, rmSync } from 'node:fs'
import pg from 'pg'
import type { Config } from '../config.ts'
import { databaseOf, type OpenDatabase, type OpeningHooks } from './databaseOf.ts'
import { type EmbeddedEngine, initializeFolder } from './embeddedEngine.ts'
import { type HeldFolder, holdFolder } from './heldFolder.ts'
import { LiteSocket } from './liteSocket.ts'
import { startMaintenance } from './maintenance.ts'
import { StorageState } from './storageState.ts'
import { typeParsers } from './typeParsers.ts'
import { watchFolder } from './watchFolder.ts'
import { untimed } from './workKind.ts'

/** A pool with the only connection to an engine; `pg` queues all callers for it. */
export function poolOf(engine: EmbeddedEngine): pg.Pool {
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 60_000,
    types: typeParsers,
    stream: () => new LiteSocket(engine.send),
  })
  // Nothing to do: the pool discards the client, and the next query gets a new one. The engine reports its own failures.
  pool.on('error', () => undefined)
  // Listens also while a query uses the client, because an `error` event without a listener would end the process. The query itself fails
  // and reports the error.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Makes the data folder under another name and renames it when it is complete, so that a start that is stopped half-way leaves nothing that
 * looks like a database.
 */
async function makeData(options: HeldFolder['options']): Promise<void> {
  const data = options.folder
  const beside = `${data}.new`
  for (const leftOver of [beside, data]) rmSync(leftOver, { recursive: true, force: true })
  await initializeFolder({ ...options, folder: beside })
  renameSync(beside, data)
}

async function openHeld(
  { folder, lock, options, engine, opening }: HeldFolder,
  { report, meanwhile }: OpeningHooks,
): Promise<OpenDatabase> {
  if (opening === null) await makeData(options)
  const opened = opening ?? engine.start()
  meanwhile()
  await opened
  const storage = new StorageState()
  const db = databaseOf(poolOf(engine), { storage, onStatement: engine.setPace })
  const watch = await watchFolder({ folder, lock, storage, report })
  const maintenance = startMaintenance({ db, storage, report })
  const close = async () => {
    watch.stop()
    await maintenance.stop()
    await db.destroy()
    await engine.close()
    await lock.release()
  }
  return { db, kind: 'embedded', storage, patiently: untimed, close }
}

/** Opens the database in `DATA_DIR/database`, or makes it, and locks the folder for this process unless it is held already. */
export async function openEmbedded(config: Config, hooks: OpeningHooks): Promise<OpenDatabase> {
  const reportFailure = (reason: string) => hooks.report('error', `embedded database restarts: ${reason}`)
  const held = hooks.held ?? (await holdFolder(config, reportFailure))
  try {
    await hooks.whenHeld()
    return await openHeld(held, hooks)
  } catch (error) {
    // What does not open cannot be closed.
    await held.engine.close().catch(() => undefined)
    await held.lock.release()
    throw error
  }
}
