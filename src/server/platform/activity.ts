import type { FastifyBaseLogger } from 'fastify'
import { type LogCategory, type LogLevel, logLevel } from '../../rules/codes.generated.ts'
import { type Clock, systemClock } from './clock.ts'
import { outsideTransaction } from './database/guardedPool.ts'
import { prepared, runPrepared } from './database/prepared.ts'
import type { StorageState } from './database/storageState.ts'
import type { Database, Executor } from './database/tables.ts'

/** One row of 系統活動紀錄. Never put a password, token or key into `message` or `detail`. */
export interface ActivityEntry {
  readonly category: LogCategory
  /** Default: info. */
  readonly level?: LogLevel | undefined
  /** Cut at 500 characters. */
  readonly message: string
  /** Stored as JSON text. */
  readonly detail?: unknown
  readonly userName?: string | null | undefined
  readonly platformNo?: string | null | undefined
  readonly method?: string | undefined
  /** Without query string. */
  readonly path?: string | undefined
  readonly statusCode?: number | undefined
  readonly durationMs?: number | undefined
  readonly ipAddress?: string | null | undefined
  readonly userAgent?: string | undefined
  readonly requestId?: string | undefined
  /** The job that the row is about. */
  readonly jobId?: number | undefined
  /** The mail that the row is about. The log never contains the text of a mail. */
  readonly mailId?: number | undefined
}

/** The columns that this class fills; the others have defaults. */
interface ActivityLogRow {
  occurredAt: Date
  logCategory: LogCategory
  logLevel: LogLevel
  userName: string | null
  platformNo: string | null
  method: string | null
  path: string | null
  statusCode: number | null
  durationMs: number | null
  ipAddress: string | null
  userAgent: string | null
  requestId: string | null
  message: string
  detail: string | null
  jobId?: number | null
  mailId?: number | null
}

const messageLengthMax = 500
const pathLengthMax = 200
const flushEveryMs = 1000
const rowsPerInsert = 200
/**
 * Most rows waiting to be written. When there are more, the oldest are dropped and counted, so that an unreachable database does not fill
 * the memory.
 */
const waitingRowsMax = 10_000

/** Cuts a text. Cutting a surrogate pair in two would make the text invalid, and the whole statement with all its rows would fail. */
const cut = (text: string | null | undefined, length: number) => (text ? text.slice(0, length).toWellFormed() : null)

function toRow(entry: ActivityEntry, occurredAt: Date): ActivityLogRow {
  return {
    occurredAt,
    logCategory: entry.category,
    logLevel: entry.level ?? logLevel.info,
    userName: entry.userName ?? null,
    platformNo: entry.platformNo ?? null,
    method: entry.method ?? null,
    path: cut(entry.path, pathLengthMax),
    statusCode: entry.statusCode ?? null,
    durationMs: entry.durationMs ?? null,
    ipAddress: entry.ipAddress ?? null,
    userAgent: cut(entry.userAgent, pathLengthMax),
    requestId: entry.requestId ?? null,
    message: cut(entry.message, messageLengthMax) ?? '',
    detail: entry.detail === undefined ? null : JSON.stringify(entry.detail),
    jobId: entry.jobId ?? null,
    mailId: entry.mailId ?? null,
  }
}

/** All rows are passed as one JSON parameter, so that the statement is the same for any number of rows and is parsed only once. */
const insertRows = prepared(`
  insert into activity_log (occurred_at, log_category, log_level, user_name, platform_no, method, path, status_code, duration_ms, ip_address,
    user_agent, request_id, message, detail, job_id, mail_id)
  select r."occurredAt", r."logCategory", r."logLevel", r."userName", r."platformNo", r.method, r.path, r."statusCode", r."durationMs",
    r."ipAddress", r."userAgent", r."requestId", r.message, r.detail, r."jobId", r."mailId"
  from json_to_recordset($1::json) as r ("occurredAt" timestamptz, "logCategory" text, "logLevel" text, "userName" text, "platformNo" text,
    method text, path text, "statusCode" int, "durationMs" int, "ipAddress" text, "userAgent" text, "requestId" text, message text, detail text,
    "jobId" bigint, "mailId" bigint)`)

interface ActivityOptions {
  readonly db: Database
  /** Rows wait while there is no space to write. Default: there always is. */
  readonly storage?: StorageState
  readonly clock?: Clock
  readonly log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Writes 系統活動紀錄. `write` returns at once, so that an API call does not wait for its log row; rows are stored together, at most a second
 * later. Rows that have to commit with a use case are written by `writeWith`.
 */
export class ActivityLog {
  readonly #db: Database
  readonly #storage: StorageState | undefined
  readonly #clock: Clock
  readonly #log: ActivityOptions['log']
  readonly #timer: NodeJS.Timeout
  #waiting: ActivityLogRow[] = []
  #flushing: Promise<void> = Promise.resolve()

  constructor({ db, storage, clock = systemClock, log }: ActivityOptions) {
    this.#db = db
    this.#storage = storage
    this.#clock = clock
    this.#log = log
    this.#timer = setInterval(() => void this.flush(), flushEveryMs)
    this.#timer.unref()
  }

  write(entry: ActivityEntry): void {
    if (this.#waiting.length >= waitingRowsMax) this.#waiting.shift()
    this.#waiting.push(toRow(entry, this.#clock.now()))
  }

  /** Writes one row now, in the caller's transaction. */
  async writeWith(executor: Executor, entry: ActivityEntry): Promise<void> {
    await executor.insertInto('activityLog').values(toRow(entry, this.#clock.now())).execute()
  }

  /** Resolves when all rows written so far are in the database, or could not be written (which is logged). */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => outsideTransaction(() => this.#flushWaiting()))
    return this.#flushing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  async #flushWaiting(): Promise<void> {
    while (this.#waiting.length > 0 && this.#storage?.isWritable !== false) {
      const rows = this.#waiting.slice(0, rowsPerInsert)
      try {
        await runPrepared(this.#db, insertRows, [JSON.stringify(rows)])
      } catch (error) {
        this.#log.error({ err: error, rows: rows.length }, 'activity rows not written')
        return
      }
      this.#waiting = this.#waiting.slice(rows.length)
    }
  }
}
