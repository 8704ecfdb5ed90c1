// The embedded engine in its own thread, so that a slow query does not stop the server. Plain JavaScript, because a worker thread is not
// bundled, and tsx does not transform it.
import { readFile, writeFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/**
 * @typedef {object} EngineOptions
 * @property {string | null} folder     data folder; null keeps everything in memory
 * @property {string | null} snapshot   file written by `dump`, loaded into a fresh database
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

/** A file that hands over its bytes as they were read. Of a usual blob the engine would get a copy of a copy. */
class ReadFile extends Blob {
  #bytes

  /** @param {Uint8Array<ArrayBuffer>} bytes */
  constructor(bytes) {
    super()
    this.#bytes = bytes
  }

  /** @override */
  async arrayBuffer() {
    const { buffer, byteOffset, byteLength } = this.#bytes
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
  }
}

async function openEngine() {
  const snapshot = options.snapshot === null ? undefined : new ReadFile(await readFile(options.snapshot))
  const engine = new PGlite({
    dataDir: options.folder ?? 'memory://',
    pgliteWasmModule: options.program,
    startParams: [...PGlite.defaultStartParams, ...walLimits],
    ...(snapshot ? { loadDataDir: snapshot } : {}),
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
