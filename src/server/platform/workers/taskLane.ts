import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../projectRoot.ts'
import { TaskRefusal } from './taskRefusal.mjs'

/** What one thread may use. An import of 5,000 rows and 60 columns takes half of it. */
export const memoryMbMax = 384
const resourceLimits = { maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

/** An unused thread is ended after this, which gives its memory back. */
const idleMs = 20_000

const threadFile = join(projectRoot, 'src/server/platform/workers/taskThread.mjs')

type Reply = { readonly chunk: unknown } | { readonly done: true } | { readonly refusal: string } | { readonly error: string }

/** A task that was ended because it took more memory or time than tasks may. */
export class TaskLimitError extends Error {
  readonly limit: 'memory' | 'time'

  constructor(limit: 'memory' | 'time', options?: ErrorOptions) {
    super(`a task took more ${limit} than it may`, options)
    this.name = 'TaskLimitError'
    this.limit = limit
  }
}

/** One task as a lane runs it. */
export interface LaneTask {
  /** Absolute path of its module. */
  readonly file: string
  readonly input: unknown
  readonly deadlineMs: number
}

/** A place where tasks run one after another, in a thread that is started when it is needed and ended when a task went wrong. */
export class TaskLane {
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  readonly #memoryMb: number

  constructor(memoryMb = memoryMbMax) {
    this.#memoryMb = memoryMb
  }

  /**
   * @returns the chunks that the task gave, in their order
   * @throws TaskRefusal of the task, TaskLimitError beyond memory or deadline, Error for a task that failed
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
    // No settings of the parent: no loaders of development, no secrets of the environment.
    const worker = new Worker(threadFile, {
      resourceLimits: { ...resourceLimits, maxOldGenerationSizeMb: this.#memoryMb },
      execArgv: [],
      env: {},
    })
    // A thread that breaks while nobody waits for it must not take the server along.
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

/** Sends one task to a thread and collects its chunks, each in a turn of the event loop of its own. */
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
