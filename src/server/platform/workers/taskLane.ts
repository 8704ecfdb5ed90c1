import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../projectRoot.ts'
import { TaskRefusal } from './taskRefusal.mjs'

/**
 * Memory limit of one thread. An import of 5,000 rows and 60 columns needs half of it. Not less than 128: young objects of `npm start` that
 * grow old at once must fit, or the whole process ends instead of the thread.
 */
export const memoryMbMax = 384
const resourceLimits = { maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** An idle thread is ended after this time, to free its memory. */
const idleMs = 20_000

const threadFile = join(projectRoot, 'src/server/platform/workers/taskThread.mjs')

type Reply = { readonly chunk: unknown } | { readonly done: true } | { readonly refusal: string } | { readonly error: string }

/** A task was ended because it used more memory or time than allowed. */
export class TaskLimitError extends Error {
  readonly limit: 'memory' | 'time'

  constructor(limit: 'memory' | 'time', options?: ErrorOptions) {
    super(`a task took more ${limit} than it may`, options)
    this.name = 'TaskLimitError'
    this.limit = limit
  }
}

/** One task in a lane. */
export interface LaneTask {
  /** Absolute path of the task's module. */
  readonly file: string
  readonly input: unknown
  readonly deadlineMs: number
}

/** Runs tasks one after another in a thread. The thread is started when needed, and ended after a task failed. */
export class TaskLane {
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  readonly #memoryMb: number

  constructor(memoryMb = memoryMbMax) {
    this.#memoryMb = memoryMb
  }

  /**
   * @returns the chunks of the task, in order
   * @throws TaskRefusal from the task, TaskLimitError beyond memory or deadline, Error for a task that failed
   */
  async run(task: LaneTask): Promise<readonly unknown[]> {
    clearTimeout(this.#idle)
    const worker = this.#worker ?? this.#start()
    worker.ref()
    try {
      const chunks = await follow(worker, task)
      this.#rest(worker)
      return chunks
    } catch (error) {
      if (error instanceof TaskRefusal) this.#rest(worker)
      else await this.#end()
      throw error
    }
  }

  #start(): Worker {
    // Gives the thread no settings of the parent: no loaders of the development server, no secrets of the environment.
    const worker = new Worker(threadFile, {
      resourceLimits: { ...resourceLimits, maxOldGenerationSizeMb: this.#memoryMb },
      execArgv: [],
      env: {},
    })
    // A thread that fails while it has no task must not end the server.
    worker.on('error', () => undefined)
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined
    })
    this.#worker = worker
    return worker
  }

  #rest(worker: Worker): void {
    worker.unref()
    this.#idle = setTimeout(() => void this.#end(), idleMs).unref()
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

/** Sends one task to a thread and collects its chunks, each in its own turn of the event loop. */
function follow(worker: Worker, { deadlineMs, ...order }: LaneTask): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const chunks: unknown[] = []
    const timer = setTimeout(() => fail(new TaskLimitError('time')), deadlineMs)
    const leave = () => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
    }
    const fail = (error: Error) => {
      leave()
      reject(error)
    }
    const onMessage = (reply: Reply) => {
      if ('chunk' in reply) {
        chunks.push(reply.chunk)
        setImmediate(() => worker.postMessage('next'))
      } else if ('done' in reply) {
        leave()
        resolve(chunks)
      } else fail('refusal' in reply ? new TaskRefusal(reply.refusal) : new Error(reply.error))
    }
    const onError = (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TaskLimitError('memory', { cause: error }) : error)
    const onExit = (code: number) => fail(new Error(`the thread of a task ended with ${code}`))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(order)
  })
}
