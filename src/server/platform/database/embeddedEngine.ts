import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../projectRoot.ts'
import { canceledCode } from './shortage.ts'
import type { Pace } from './workKind.ts'

/** Options for starting the worker thread; see embeddedWorker.mjs. */
export interface EngineOptions {
  /** Data folder; null keeps everything in memory (tests). */
  readonly folder: string | null
  /** File written by {@link EmbeddedEngine.dump}, loaded into a fresh database. */
  readonly snapshot: string | null
  /** A call that takes longer ends the thread and starts a new one, because the engine ignores `statement_timeout`. */
  readonly deadlineMs: number
  /** The deadline of statements that a user waits for; default: {@link deadlineMs}. */
  readonly interactiveDeadlineMs?: number
  /** Called when the thread died or the watchdog ended it. The next call starts a new one. */
  onFailure(reason: string): void
}

interface Pending {
  resolve(bytes: Uint8Array): void
  reject(error: Error): void
  readonly timer: NodeJS.Timeout
}

type Reply = { readonly ready: true } | { readonly id: number; readonly bytes: Uint8Array | null; readonly error?: string }

const workerFile = join(projectRoot, 'src/server/platform/database/embeddedWorker.mjs')
const noBytes = new Uint8Array(0)
/** Backups and the nightly vacuum may take this long on a large folder. */
const untimedDeadlineMs = 30 * 60_000

/** SQLSTATE of a statement that the watchdog ended: the same as a server gives for `statement_timeout`. */
class StatementCanceledError extends Error {
  readonly code = canceledCode

  constructor(deadlineMs: number) {
    super(`embedded database: no answer within ${deadlineMs} ms`)
    this.name = 'StatementCanceledError'
  }
}

let program: Promise<WebAssembly.Module> | undefined

/** Compiles the engine's WASM program once per process. If each thread compiled it, each would also have to optimize it again. */
async function compileProgram(): Promise<WebAssembly.Module> {
  const library = createRequire(workerFile).resolve('@electric-sql/pglite')
  return WebAssembly.compile(await readFile(join(dirname(library), 'pglite.wasm')))
}

async function startWorker(options: EngineOptions, mode: 'serve' | 'initialize'): Promise<Worker> {
  program ??= compileProgram()
  return new Worker(workerFile, { workerData: { folder: options.folder, snapshot: options.snapshot, mode, program: await program } })
}

/**
 * Makes the data folder in a thread of its own. initdb is a second WASM program that leaves 500 MB of memory allocated; ending the thread
 * frees it.
 */
export async function initializeFolder(options: EngineOptions): Promise<void> {
  const worker = await startWorker(options, 'initialize')
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`database initialization ended with ${code}`))))
  })
}

/** The embedded database, in a worker thread with a watchdog. Takes and returns bytes of the wire protocol. */
export class EmbeddedEngine {
  readonly #options: EngineOptions
  readonly #pending = new Map<number, Pending>()
  /** Promise of the started thread; undefined when the next call has to start one. */
  #worker: Promise<Worker> | undefined
  #current: Worker | undefined
  /** Resolves when the previous thread has ended: two threads must never open one folder. */
  #ended: Promise<unknown> = Promise.resolve()
  #nextId = 1
  #closed = false
  /** Deadline of the next statements. A connection sends one statement after the other. */
  #deadlineMs: number

  constructor(options: EngineOptions) {
    this.#options = options
    this.#deadlineMs = options.deadlineMs
  }

  /** Starts the thread; rejects when the folder cannot be opened. Further calls return the same start. */
  start(): Promise<Worker> {
    this.#worker ??= this.#startThread()
    return this.#worker
  }

  readonly send = (bytes: Uint8Array): Promise<Uint8Array> => {
    // Copies the bytes, because pg reuses its write buffer and the message transfers the memory to the thread.
    const own = new Uint8Array(bytes)
    return this.#call({ bytes: own }, [own.buffer], this.#deadlineMs)
  }

  /** Writes the whole database as one tar file that a later start can load. */
  async dump(file: string): Promise<void> {
    await this.#call({ dump: file }, [], untimedDeadlineMs)
  }

  /** Sets how long the next statement may take. */
  readonly setPace = (pace: Pace): void => {
    const { deadlineMs, interactiveDeadlineMs = deadlineMs } = this.#options
    this.#deadlineMs = { interactive: interactiveDeadlineMs, background: deadlineMs, untimed: untimedDeadlineMs }[pace]
  }

  /** Ends the thread after the pending calls; later calls are refused. */
  async close(): Promise<void> {
    if (this.#closed || !this.#worker) return
    const closed = this.#call({ close: true }, [], this.#options.deadlineMs)
    this.#closed = true
    await closed
    await this.#current?.terminate()
    this.#rejectPending(new Error('embedded database: closed'))
  }

  async #call(request: object, transfer: ArrayBuffer[], deadlineMs: number): Promise<Uint8Array> {
    if (this.#closed) throw new Error('the embedded database is closed')
    const worker = await this.start()
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#fail(worker, new StatementCanceledError(deadlineMs)), deadlineMs)
      this.#pending.set(id, { resolve, reject, timer })
      worker.postMessage({ id, ...request }, transfer)
    })
  }

  async #startThread(): Promise<Worker> {
    await this.#ended
    const worker = await startWorker(this.#options, 'serve')
    this.#current = worker
    return new Promise((resolve, reject) => {
      worker.on('message', (reply: Reply) => ('ready' in reply ? resolve(worker) : this.#settle(reply)))
      worker.on('error', (error) => {
        reject(error)
        this.#fail(worker, error)
      })
      worker.on('exit', (code) => {
        reject(new Error(`database thread ended with ${code}`))
        this.#fail(worker, new Error(`embedded database: thread ended with ${code}`))
      })
    })
  }

  #settle(reply: Exclude<Reply, { ready: true }>): void {
    const pending = this.#pending.get(reply.id)
    if (!pending) return
    this.#pending.delete(reply.id)
    clearTimeout(pending.timer)
    if (reply.error === undefined) pending.resolve(reply.bytes ?? noBytes)
    else pending.reject(new Error(reply.error))
  }

  /** Gives up a thread: rejects all its calls. The next call starts a new thread on the same folder. */
  #fail(worker: Worker, reason: Error): void {
    if (this.#closed || this.#current !== worker) return
    this.#current = undefined
    this.#worker = undefined
    this.#ended = worker.terminate()
    this.#rejectPending(reason)
    this.#options.onFailure(reason.message)
  }

  #rejectPending(reason: Error): void {
    for (const pending of this.#pending.values()) {
      clearTimeout(pending.timer)
      pending.reject(reason)
    }
    this.#pending.clear()
  }
}
