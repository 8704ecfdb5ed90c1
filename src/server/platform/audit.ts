import { type Insertable, sql } from 'kysely'
import type { UserActionType } from '../../rules/codes.generated.ts'
import { shortened } from '../../rules/text.ts'
import type { Actor } from './actor.ts'
import type { Executor, Tables } from './database/tables.ts'

/** One row of 使用者操作紀錄. */
export interface UserAction {
  readonly actor: Actor
  readonly userActionType: UserActionType
  /** Text for people: the menu name, or verb + entity + number. Cut at 200 characters. */
  readonly action: string
  readonly entity?: string | undefined
  readonly entityId?: number | string | undefined
  readonly before?: unknown
  readonly after?: unknown
  /** When it was done; absent: at the time of the database. */
  readonly at?: Date
}

/** One of several rows of a transaction that are written together. */
export interface OrderedUserAction extends UserAction {
  readonly at: Date
}

const actionLengthMax = 200
/** Fields whose values never reach a log, in any record. */
const secretName = /password|passwordhash|secret|token|aeskey|aesiv|apikey|privatekey|hmackey|signature/i
const mask = '＊＊＊'

/** Copies a value for the log. Values of fields with secret-looking names are masked, and dates become ISO texts. */
export function maskSecrets(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, secretName.test(name) && inner !== null ? mask : maskSecrets(inner)]),
  )
}

const asText = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(maskSecrets(value)))

/** Writes one row of 使用者操作紀錄 in the transaction of the action, so that both commit or neither. */
export function writeUserAction(trx: Executor, action: UserAction): Promise<void> {
  return writeUserActions(trx, [action])
}

/** Writes several rows; nothing when there is none. */
export async function writeUserActions(trx: Executor, actions: readonly UserAction[]): Promise<void> {
  if (actions.length === 0) return
  await trx
    .insertInto('userActionLog')
    .values(actions.map((action) => rowOf(action)))
    .execute()
}

/** A row with its place among those that one write has at one time. */
export interface PlacedUserAction extends OrderedUserAction {
  readonly place: number
}

/**
 * Writes rows that keep their order. The log is read by time and its ids are random, so each row is a microsecond later than the one
 * before.
 */
export async function writeUserActionsInOrder(trx: Executor, actions: readonly PlacedUserAction[]): Promise<void> {
  if (actions.length === 0) return
  const rows = actions.map((action) => ({
    ...rowOf(action),
    occurredAt: sql<Date>`${action.at}::timestamptz + ${action.place}::int * interval '1 microsecond'`,
  }))
  await trx.insertInto('userActionLog').values(rows).execute()
}

function rowOf(action: UserAction): Insertable<Tables['userActionLog']> {
  return {
    userName: action.actor.userName,
    fullName: action.actor.fullName,
    companyNo: action.actor.companyNo,
    userActionType: action.userActionType,
    action: shortened(action.action, actionLengthMax),
    entity: action.entity ?? null,
    entityId: action.entityId === undefined ? null : String(action.entityId),
    before: asText(action.before),
    after: asText(action.after),
    ipAddress: action.actor.ipAddress,
    ...(action.at && { occurredAt: action.at }),
  }
}
