import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { ChangedSubscription, NewSubscription } from '../../answers/subscriptions.ts'
import { userActionType } from '../../rules/codes.generated.ts'
import type { Actor } from '../platform/actor.ts'
import { writeUserAction } from '../platform/audit.ts'
import type { Trx } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { apiError, textError } from '../platform/errors.ts'
import { openSubscription } from './openSubscription.ts'
import type { StoredSubscription } from './sendSubscriptions.ts'
import { countRecords } from './subscriptionFile.ts'
import { nextTime } from './times.ts'

/** Each is a file to make, at an hour at which many are made. */
const perUserMax = 20
/** Any number that no other advisory lock of the product uses. */
const lockKey = 170_172

/**
 * Makes a subscription of the actor.
 *
 * @returns its id
 * @throws ApiError when it could never be sent, or the actor has as many as one may have
 */
export async function createSubscription(app: FastifyInstance, actor: Actor, body: Static<typeof NewSubscription>): Promise<number> {
  const now = app.clock.now()
  const values = { uri: body.uri, ...columnsOf(body) }
  await assertSendable(app, actor, { ...values, now })
  return transact(app.db, async (trx) => {
    await assertFewerThanMax(trx, actor.id)
    const row = { ...values, userId: actor.id, nextAt: nextTime(values, now), createdAt: now }
    const { id } = await trx.insertInto('subscription').values(row).returning('id').executeTakeFirstOrThrow()
    await log(trx, actor, userActionType.create, { id, ...values })
    return id
  })
}

/** @throws ApiError M08, M10, or what hinders the sending of one that is switched on */
export async function changeSubscription(
  app: FastifyInstance,
  actor: Actor,
  id: number,
  body: Static<typeof ChangedSubscription>,
): Promise<void> {
  const now = app.clock.now()
  const values = columnsOf(body)
  const { uri } = await transact(app.db, (trx) => getOwnSubscription(trx, actor, id))
  // Whoever has lost a permission can still stop what is sent.
  if (values.isEnabled) await assertSendable(app, actor, { uri, ...values, now })
  await transact(app.db, async (trx) => {
    const { rowVersion } = await getOwnSubscription(trx, actor, id)
    if (rowVersion !== body.rowVersion) throw apiError('M10')
    const change = { ...values, nextAt: nextTime(values, now), problem: null, rowVersion: rowVersion + 1 }
    await trx.updateTable('subscription').set(change).where('id', '=', id).execute()
    await log(trx, actor, userActionType.update, { id, uri, ...values })
  })
}

/** @throws ApiError M08 */
export async function removeSubscription(app: FastifyInstance, actor: Actor, id: number): Promise<void> {
  await transact(app.db, async (trx) => {
    const { uri, title } = await getOwnSubscription(trx, actor, id)
    await trx.deleteFrom('subscription').where('id', '=', id).execute()
    await log(trx, actor, userActionType.delete, { id, uri, title })
  })
}

/** Locks a subscription of the actor. @throws ApiError M08, also for that of somebody else */
export async function getOwnSubscription(trx: Trx, { id: userId }: Actor, id: number): Promise<StoredSubscription> {
  const found = await trx
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw apiError('M08')
  return found
}

type Asked = Static<typeof ChangedSubscription> | Static<typeof NewSubscription>

function columnsOf({ title, query, contents, group, format, range, every, day, hour, skipsEmpty, isEnabled }: Asked) {
  if (every === 'week' && day > 7) throw apiError('M06', { title: '寄送日' })
  return {
    ...{ title, query, contents, format, every, skipsEmpty, isEnabled },
    ...{ reportGroup: group, onDay: day, atHour: hour },
    ...{ rangeField: range?.field ?? null, rangeSpan: range?.span ?? null },
  }
}

type Values = ReturnType<typeof columnsOf> & { readonly uri: string; readonly now: Date }

/** What could never be sent is told at once, and not in the first mail. */
async function assertSendable(app: FastifyInstance, actor: Actor, { now, ...wanted }: Values): Promise<void> {
  await countRecords(app, openSubscription(app, wanted, { db: app.db, actor, now }))
}

/** Calls of one user wait for each other here, so that two at the same time cannot both be the last one. */
async function assertFewerThanMax(trx: Trx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey}, ${sql`hashint8(${userId})`})`.execute(trx)
  const { count } = await trx
    .selectFrom('subscription')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= perUserMax) throw textError(409, `每人最多 ${perUserMax} 項定期寄送，請先刪除不需要的。`, 'LIMIT')
}

interface Logged {
  readonly id: number
  readonly uri: string
  readonly title: string
}

const verbs = { [userActionType.create]: '設定', [userActionType.update]: '變更', [userActionType.delete]: '刪除' } as const

/** A file that leaves by itself is of interest to whoever looks for where data went. */
async function log(trx: Trx, actor: Actor, kind: keyof typeof verbs, values: Logged): Promise<void> {
  const action = `${verbs[kind]}定期寄送「${values.title}」`
  await writeUserAction(trx, { actor, userActionType: kind, action, entity: 'subscription', entityId: values.id, after: values })
}
