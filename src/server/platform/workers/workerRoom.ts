import { join } from 'node:path'
import { ApiError } from '../errors.ts'
import { projectRoot } from '../projectRoot.ts'
import { type LaneTask, memoryMbMax, TaskLane } from './taskLane.ts'

const lanesMax = 2
const waitingMax = 16
const waitingPerOwnerMax = 3
const retryAfterSeconds = 10

/** Whose task it is: the id of a user, or a name for tasks of the server itself. One owner never uses more than one lane. */
export type TaskOwner = number | string

interface Waiting {
  readonly owner: TaskOwner
  start(lane: TaskLane): void
}

/**
 * Runs work in threads with a memory limit and a deadline, when it would block the event loop or may fail on hostile input. A few tasks run
 * at a time; the others wait in order. An owner cannot take the place of others by asking often.
 */
export class WorkerRoom {
  readonly #free: TaskLane[]
  readonly #busyOwners = new Set<TaskOwner>()
  #waiting: readonly Waiting[] = []

  constructor(lanes = lanesMax, memoryMb = memoryMbMax) {
    this.#free = Array.from({ length: lanes }, () => new TaskLane(memoryMb))
  }

  /** @throws ApiError 429 when too many tasks wait; otherwise like {@link TaskLane.run} */
  async run(owner: TaskOwner, task: LaneTask): Promise<readonly unknown[]> {
    const lane = await this.#enter(owner)
    try {
      return await lane.run(task)
    } finally {
      this.#busyOwners.delete(owner)
      this.#free.push(lane)
      this.#callNext()
    }
  }

  #enter(owner: TaskOwner): Promise<TaskLane> {
    const ofOwner = this.#waiting.filter((one) => one.owner === owner).length
    if (this.#waiting.length >= waitingMax || ofOwner >= waitingPerOwnerMax) throw tooBusy()
    return new Promise((resolve) => {
      this.#waiting = [...this.#waiting, { owner, start: resolve }]
      this.#callNext()
    })
  }

  #callNext(): void {
    const next = this.#waiting.find(({ owner }) => !this.#busyOwners.has(owner))
    const lane = next && this.#free.pop()
    if (!lane) return
    this.#waiting = this.#waiting.filter((one) => one !== next)
    this.#busyOwners.add(next.owner)
    next.start(lane)
  }
}

function tooBusy(): ApiError {
  return new ApiError(429, 'M00', '目前處理中的檔案較多，請稍後再試。', { headers: { 'retry-after': String(retryAfterSeconds) } })
}

/** One room for the process, because its limits depend on the machine and not on one app. */
const room = new WorkerRoom()

/**
 * Defines a task that runs in the worker room.
 *
 * @param file path, from the project folder, of a plain JavaScript module (.mjs) that exports `run(input)`, an iterable or async iterable
 * of chunks. Input and chunks are copied (structured clone). The event loop receives one chunk per turn, so return large results in chunks
 * of some hundred kilobytes.
 * @param deadlineMs counted from the start of the task, without waiting
 */
export function defineWorkerTask<Input, Chunk>(file: string, deadlineMs: number) {
  return async (owner: TaskOwner, input: Input): Promise<readonly Chunk[]> =>
    (await room.run(owner, { file: join(projectRoot, file), input, deadlineMs })) as readonly Chunk[]
}
