import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { logCategory, logLevel } from '../../../rules/codes.generated.ts'
import type { ActivityLog } from '../activity.ts'
import type { Clock } from '../clock.ts'
import { outsideTransaction } from '../database/guardedPool.ts'
import { shortageOf } from '../database/shortage.ts'
import type { StorageState } from '../database/storageState.ts'
import type { Database, Executor } from '../database/tables.ts'
import {
  enqueueDue,
  ensureSchedules,
  extendLease,
  finishJob,
  forgetJob,
  insertJob,
  type JobRow,
  leaseSeconds,
  readDueSchedules,
  releaseAbandonedJobs,
  restartJob,
  saveProgress,
  takeJob,
} from './jobQueries.ts'
import { nextRunAfter, type Schedule } from './schedule.ts'

/** What a running job gets. After a crash it may be run again from the start, so it has to be resumable or repeatable. */
export interface JobContext {
  readonly db: Database
  readonly clock: Clock
  /** The payload given to `enqueue`; `{}` for a scheduled run. */
  readonly payload: unknown
  /** 1 for the first attempt; more after a crash. */
  readonly attempt: number
  /** Aborted when the server stops or another process took the job: return soon. */
  readonly signal: AbortSignal
  /** Stores progress. It is shown while the job runs, and kept for the next attempt after a crash. */
  saveProgress(progress: unknown): Promise<void>
  /** The progress that the previous attempt stored; null at first. */
  readonly progress: unknown
}

export interface JobDefinition extends Schedule {
  /** Shown in 系統活動紀錄; default: the job's name. */
  readonly title?: string
  /** A run whose result is null leaves no row in any log. */
  readonly quiet?: boolean
  /** The result is stored as JSON (counts and the like). Throwing marks the job failed. */
  run(context: JobContext): Promise<unknown>
}

interface JobRunnerOptions {
  readonly db: Database
  readonly kind: 'embedded' | 'postgres'
  /** No job starts while there is no space to write. Default: there always is. */
  readonly storage?: StorageState
  readonly clock: Clock
  readonly activity: ActivityLog
  readonly log: Pick<FastifyBaseLogger, 'error'>
}

const lookEveryMs = 2000

/** Runs the registered jobs, one at a time in this process. Several processes on the same database may each run one. */
export class JobRunner {
  readonly #options: JobRunnerOptions
  readonly #definitions = new Map<string, JobDefinition>()
  readonly #holder = randomUUID()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #working: Promise<void> | undefined
  #isAskedAgain = false

  constructor(options: JobRunnerOptions) {
    this.#options = options
  }

  /** Adds a kind of job. A schedule that cannot be parsed throws here, at start. */
  register(name: string, definition: JobDefinition): void {
    if (this.#definitions.has(name)) throw new Error(`job ${name} is registered twice`)
    nextRunAfter(definition, this.#options.clock.now())
    this.#definitions.set(name, definition)
  }

  /** Adds a job in the caller's transaction; it starts soon after COMMIT. Returns the job's id. */
  async enqueue(
    executor: Executor,
    name: string,
    payload: unknown = {},
    options: { runAt?: Date; requestedBy?: string } = {},
  ): Promise<number> {
    if (!this.#definitions.has(name)) throw new Error(`job ${name} is not registered`)
    const runAt = options.runAt ?? this.#options.clock.now()
    return insertJob(executor, { name, payload, runAt, requestedBy: options.requestedBy ?? null })
  }

  /**
   * Lets a failed job run again, in the caller's transaction, continuing from its progress; it starts soon after COMMIT.
   *
   * @returns false when the job has not failed, or its kind is no longer registered
   */
  rerun(executor: Executor, id: number, requestedBy: string): Promise<boolean> {
    const names = [...this.#definitions.keys()]
    return restartJob(executor, { id, names, runAt: this.#options.clock.now(), requestedBy })
  }

  /** Title of a kind of job for people. */
  titleOf(name: string): string {
    return this.#definitions.get(name)?.title ?? name
  }

  /** Starts looking for jobs, now and every two seconds. */
  async start(): Promise<void> {
    const { db, kind, clock } = this.#options
    if (kind === 'embedded') await releaseAbandonedJobs(db)
    const now = clock.now()
    // In one order, so that processes of two versions that start together never wait for each other.
    const firstRuns = [...this.#definitions]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([name, definition]) => {
        const nextRunAt = nextRunAfter(definition, now)
        return nextRunAt === null ? [] : [{ name, nextRunAt }]
      })
    await ensureSchedules(db, firstRuns)
    this.#timer = setInterval(() => this.wake(), lookEveryMs)
    this.wake()
  }

  /** Looks for jobs soon instead of at the next tick. Safe to call from anywhere, also inside a transaction. */
  wake(): void {
    if (!this.#timer) return
    this.#isAskedAgain = true
    this.#working ??= outsideTransaction(() => this.#work())
  }

  /** Runs everything that is due, and resolves when nothing is left. For tests and command lines. */
  async runDue(): Promise<void> {
    await this.#enqueueSchedules()
    while (await this.#runOne());
  }

  /** Stops taking jobs, aborts the running one, and waits for it. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#stopping.abort()
    await this.#working
  }

  async #work(): Promise<void> {
    try {
      while (this.#isAskedAgain && !this.#stopping.signal.aborted && this.#hasSpace) {
        this.#isAskedAgain = false
        await this.runDue()
      }
    } catch (error) {
      this.#options.log.error({ err: error }, 'looking for jobs failed')
    } finally {
      this.#working = undefined
    }
  }

  get #hasSpace(): boolean {
    return this.#options.storage?.isWritable !== false
  }

  async #enqueueSchedules(): Promise<void> {
    const { db, clock } = this.#options
    const now = clock.now()
    for (const name of await readDueSchedules(db, [...this.#definitions.keys()], now)) {
      const next = nextRunAfter(this.#definitions.get(name) ?? {}, now)
      if (next) await enqueueDue(db, name, now, next)
    }
  }

  async #runOne(): Promise<boolean> {
    if (this.#stopping.signal.aborted || !this.#hasSpace) return false
    const { db, clock } = this.#options
    const job = await takeJob(db, [...this.#definitions.keys()], this.#holder, clock.now())
    const definition = job && this.#definitions.get(job.name)
    if (!job || !definition) return false
    await this.#run(job, definition)
    return true
  }

  async #run(job: JobRow, definition: JobDefinition): Promise<void> {
    const { db, clock } = this.#options
    const lost = new AbortController()
    const heartbeat = setInterval(
      () => {
        extendLease(db, job.id, this.#holder).then(
          (isHeld) => isHeld || lost.abort(),
          (error: unknown) => this.#options.log.error({ err: error, job: job.name }, 'job lease not extended'),
        )
      },
      (leaseSeconds * 1000) / 3,
    )
    const startedAt = clock.now()
    const context: JobContext = {
      db,
      clock,
      payload: job.payload,
      attempt: job.attempts,
      progress: job.progress,
      signal: AbortSignal.any([this.#stopping.signal, lost.signal]),
      saveProgress: this.#progressOf(job, definition, startedAt),
    }
    const outcome = await definition.run(context).then(
      (result) => ({ result: result ?? null }),
      (error: unknown) => ({
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        lacksSpace: shortageOf(error) === 'storage',
      }),
    )
    clearInterval(heartbeat)
    // Stopped half-way, or without space to continue: the row stays running, and the job is taken again when its lease ends.
    if ('error' in outcome && (this.#stopping.signal.aborted || outcome.lacksSpace)) return
    if (definition.quiet && 'result' in outcome && outcome.result === null) return forgetJob(db, { id: job.id, holder: this.#holder })
    await finishJob(db, { id: job.id, holder: this.#holder, finishedAt: clock.now(), ...outcome })
    this.#report(job, definition, startedAt, outcome)
  }

  /** A job that saves progress is long, so its start is reported with its first progress, and not only its end. */
  #progressOf(job: JobRow, definition: JobDefinition, startedAt: Date): JobContext['saveProgress'] {
    let isShown = false
    return async (progress) => {
      await saveProgress(this.#options.db, job.id, progress)
      if (isShown) return
      isShown = true
      this.#options.activity.write({
        category: logCategory.job,
        userName: job.requestedBy,
        message: `${definition.title ?? job.name} 開始執行`,
        detail: { jobId: job.id, name: job.name, attempts: job.attempts, startedAt },
        jobId: job.id,
      })
    }
  }

  #report(job: JobRow, definition: JobDefinition, startedAt: Date, outcome: { result: unknown } | { error: string }): void {
    if ('error' in outcome) this.#options.log.error({ job: job.name, id: job.id, error: outcome.error }, 'job failed')
    const finishedAt = this.#options.clock.now()
    this.#options.activity.write({
      category: logCategory.job,
      level: 'error' in outcome ? logLevel.error : logLevel.info,
      userName: job.requestedBy,
      message: `${definition.title ?? job.name}${'error' in outcome ? ' 執行失敗' : ' 執行完成'}`,
      durationMs: Math.max(0, finishedAt.getTime() - startedAt.getTime()),
      detail: { jobId: job.id, name: job.name, attempts: job.attempts, startedAt, finishedAt, ...outcome },
      jobId: job.id,
    })
  }
}
