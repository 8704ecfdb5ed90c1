// The embedded engine in its own thread, so that a slow query does not stop the server. Plain JavaScript, because a worker thread is not
// bundled, and tsx does not transform it.
import { readFile, writeFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { SnapshotFiles } from './snapshotFiles.mjs'

/**
 * @typedef {object} EngineOptions
 * @property {string | null} folder     data folder; null keeps everything in memory
 * @property {string | null} snapshot   file written by `dump`, with which a new database begins
 * @property {'serve' | 'initialize'} mode
 * @property {WebAssembly.Module} program
 *
 * @typedef {{ id: number, bytes: Uint8Array } | { id: number, dump: string } | { id: number, close: true }} EngineRequest
 */

const options = /** @type {EngineOptions} */ (workerData)
const port = parentPort
if (!port) throw new Error('embeddedWorker.mjs only runs as a worker thread')

// Single-user mode keeps WAL far beyond what a small installation needs unless it is limited here.
const walLimits = ['-c', 'max_wal_size=64MB', '-c', 'min_wal_size=32MB']

// The disk of a database in memory is memory too, and the engine clears its own at the start.
const memoryLimits = options.folder === null ? ['-c', 'shared_buffers=32MB'] : []

/** Where the files of the database are, and what is there when it is opened. */
async function place() {
  const { folder, snapshot } = options
  const dataDir = folder ?? 'memory://'
  if (snapshot === null) return { dataDir }
  const bytes = await readFile(snapshot)
  return folder === null ? { fs: new SnapshotFiles(bytes) } : { dataDir, loadDataDir: new Blob([bytes]) }
}

async function openEngine() {
  const engine = new PGlite({
    ...(await place()),
    pgliteWasmModule: options.program,
    startParams: [...PGlite.defaultStartParams, ...walLimits, ...memoryLimits],
  })
  await engine.waitReady
  return engine
}

const engine = await openEngine()

/** @param {EngineRequest} request @returns {Promise<Uint8Array | null>} */
async function answer(request) {
  if ('bytes' in request) return (await engine.execProtocolRaw(request.bytes)).slice()
  if ('dump' in request) {
    const blob = await engine.dumpDataDir('none')
    await writeFile(request.dump, new Uint8Array(await blob.arrayBuffer()))
    return null
  }
  await engine.close()
  return null
}

if (options.mode === 'initialize') {
  await engine.close()
  port.postMessage({ ready: true })
  port.close()
} else {
  port.on('message', (/** @type {EngineRequest} */ request) => {
    answer(request).then(
      (bytes) => {
        port.postMessage({ id: request.id, bytes }, bytes ? [/** @type {ArrayBuffer} */ (bytes.buffer)] : [])
        if ('close' in request) port.close()
      },
      (error) => port.postMessage({ id: request.id, error: String(error?.stack ?? error) }),
    )
  })
  port.postMessage({ ready: true })
}
