import type { Actor } from './actor.ts'
import type { Executor } from './database/tables.ts'

/** Dictionary UserActionType. */
export const userActionType = {
  logout: '1',
  openScreen: '2',
  create: '3',
  update: '4',
  delete: '5',
  submit: '6',
  approve: '7',
  reject: '8',
  export: '9',
  import: '10',
  reveal: '11',
  other: '12',
} as const
export type UserActionType = (typeof userActionType)[keyof typeof userActionType]

/** One row of 使用者操作紀錄. */
export interface UserAction {
  readonly actor: Actor
  readonly userActionType: UserActionType
  /** What people read: menu name, or verb + entity + number. Cut at 200 characters. */
  readonly action: string
  readonly entity?: string | undefined
  readonly entityId?: number | string | undefined
  readonly before?: unknown
  readonly after?: unknown
}

interface UserActionLogTable {
  userName: string
  fullName: string
  companyNo: string | null
  userActionType: string
  action: string
  entity: string | null
  entityId: string | null
  before: string | null
  after: string | null
  ipAddress: string | null
}

declare module './database/tables.ts' {
  interface Tables {
    userActionLog: UserActionLogTable
  }
}

const actionLengthMax = 200
/** Names of fields whose values never reach a log, whatever record they belong to. */
const secretName = /password|passwordhash|secret|token|aeskey|aesiv|apikey|privatekey|hmackey|signature/i
const mask = '＊＊＊'

/** A copy for the log in which values of secret-looking fields are replaced. Dates become ISO texts. */
export function maskSecrets(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, secretName.test(name) && inner !== null ? mask : maskSecrets(inner)]),
  )
}

const asText = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(maskSecrets(value)))

/** Writes one row into 使用者操作紀錄, in the transaction of what it tells about, so that both commit or neither. */
export function writeUserAction(trx: Executor, action: UserAction): Promise<void> {
  return writeUserActions(trx, [action])
}

/** Writes several, in their order. */
export async function writeUserActions(trx: Executor, actions: readonly UserAction[]): Promise<void> {
  await trx.insertInto('userActionLog').values(actions.map(rowOf)).execute()
}

function rowOf(action: UserAction): UserActionLogTable {
  return {
    userName: action.actor.userName,
    fullName: action.actor.fullName,
    companyNo: action.actor.companyNo,
    userActionType: action.userActionType,
    action: action.action.slice(0, actionLengthMax),
    entity: action.entity ?? null,
    entityId: action.entityId === undefined ? null : String(action.entityId),
    before: asText(action.before),
    after: asText(action.after),
    ipAddress: action.actor.ipAddress,
  }
}
