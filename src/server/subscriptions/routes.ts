import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { ChangedSubscription, NewSubscription, Subscriptions } from '../../answers/subscriptions.ts'
import { userActionType } from '../../rules/codes.generated.ts'
import { findAccountById } from '../identity/accounts.ts'
import type { Actor } from '../platform/actor.ts'
import { writeUserAction } from '../platform/audit.ts'
import type { Trx } from '../platform/database/tables.ts'
import { transact } from '../platform/database/transact.ts'
import { apiError, textError } from '../platform/errors.ts'
import { Id, IdParams } from '../platform/http/routes/bounds.ts'
import { noContent, typedRoutes } from '../platform/http/routes/routeAnswers.ts'
import { openSubscription } from './openSubscription.ts'
import { askNow, type StoredSubscription } from './sendSubscriptions.ts'
import { countRecords } from './subscriptionFile.ts'
import { nextTime } from './times.ts'

/** Each is a file to make, at an hour at which many are made. */
const perUserMax = 20
/** Any number that no other advisory lock of the product uses. */
const lockKey = 170_172

const Made = Type.Object({ id: Id })

/** The subscriptions of the signed-in user, and of nobody else. */
export function serveSubscriptions(app: FastifyInstance, wake: () => Promise<void>): void {
  const routes = typedRoutes(app)
  const config = { permission: 'signedIn' } as const

  routes.get('/api/subscriptions', { config, schema: { response: { 200: Subscriptions } } }, async ({ actor }) => {
    const account = await findAccountById(app.db, actor.id)
    const rows = await app.db.selectFrom('subscription').selectAll().where('userId', '=', actor.id).orderBy('id').execute()
    return { email: account?.email ?? '', rows: rows.map((row) => ({ ...shown(row), screenTitle: titleFor(app, actor, row.uri) })) }
  })

  const made = { body: NewSubscription, response: { 201: Made } }
  routes.post('/api/subscriptions', { config, schema: made }, async ({ actor, body }, reply) => {
    const now = app.clock.now()
    const values = { uri: body.uri, ...columnsOf(body) }
    await refuseUnusable(app, actor, { ...values, now })
    const id = await transact(app.db, async (trx) => {
      // One after another, so that two calls at the same time cannot both be the last one.
      await sql`select pg_advisory_xact_lock(${lockKey}, ${sql`hashint8(${actor.id})`})`.execute(trx)
      const { count } = await trx
        .selectFrom('subscription')
        .select((each) => each.fn.countAll<number>().as('count'))
        .where('userId', '=', actor.id)
        .executeTakeFirstOrThrow()
      if (count >= perUserMax) throw textError(409, `每人最多 ${perUserMax} 項定期寄送，請先刪除不需要的。`, 'LIMIT')
      const row = { ...values, userId: actor.id, nextAt: nextTime(values, now), createdAt: now }
      const { id } = await trx.insertInto('subscription').values(row).returning('id').executeTakeFirstOrThrow()
      await log(trx, actor, userActionType.create, { id, ...values })
      return id
    })
    return reply.code(201).send({ id })
  })

  const changed = { params: IdParams, body: ChangedSubscription, response: noContent }
  routes.put('/api/subscriptions/:id', { config, schema: changed }, async ({ actor, params: { id }, body }, reply) => {
    const now = app.clock.now()
    const values = columnsOf(body)
    const { uri } = await transact(app.db, (trx) => findOwn(trx, actor, id))
    // Whoever has lost a permission can still stop what is sent.
    if (values.isEnabled) await refuseUnusable(app, actor, { uri, ...values, now })
    await transact(app.db, async (trx) => {
      const { rowVersion } = await findOwn(trx, actor, id)
      if (rowVersion !== body.rowVersion) throw apiError('M10')
      const change = { ...values, nextAt: nextTime(values, now), problem: null, rowVersion: rowVersion + 1 }
      await trx.updateTable('subscription').set(change).where('id', '=', id).execute()
      await log(trx, actor, userActionType.update, { id, uri, ...values })
    })
    return reply.code(204).send(null)
  })

  routes.delete(
    '/api/subscriptions/:id',
    { config, schema: { params: IdParams, response: noContent } },
    async ({ actor, params: { id } }, reply) => {
      await transact(app.db, async (trx) => {
        const { uri, title } = await findOwn(trx, actor, id)
        await trx.deleteFrom('subscription').where('id', '=', id).execute()
        await log(trx, actor, userActionType.delete, { id, uri, title })
      })
      return reply.code(204).send(null)
    },
  )

  const asked = { params: IdParams, response: noContent }
  routes.post(
    '/api/subscriptions/:id/send',
    { config: { ...config, takes: 'nothing' }, schema: asked },
    async ({ actor, params: { id } }, reply) => {
      await transact(app.db, (trx) => findOwn(trx, actor, id))
      if (!(await askNow(app.db, { id, userId: actor.id, now: app.clock.now() })))
        throw textError(409, '已停用，或您有一項剛剛寄送或即將寄送，請一分鐘後再試。', 'LIMIT')
      await wake()
      return reply.code(204).send(null)
    },
  )
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

function shown({ reportGroup, onDay, atHour, rangeField, rangeSpan, userId: _own, createdAt: _made, ...row }: StoredSubscription) {
  const range = rangeField === null || rangeSpan === null ? null : { field: rangeField, span: rangeSpan }
  return { ...row, group: reportGroup, day: onDay, hour: atHour, range }
}

/** Null for a screen that is gone, or that the user may not open any more. */
function titleFor(app: FastifyInstance, actor: Actor, uri: string): string | null {
  const screen = app.documents.screen(app.renames.currentScreen(uri, app.documents.current().screens))
  return screen !== undefined && actor.permissions.has(`${screen.resource}.view`) ? screen.title : null
}

type Values = ReturnType<typeof columnsOf> & { readonly uri: string; readonly now: Date }

/** What could never be sent is told at once, and not in the first mail. */
async function refuseUnusable(app: FastifyInstance, actor: Actor, { now, ...wanted }: Values): Promise<void> {
  await countRecords(app, openSubscription(app, wanted, { db: app.db, actor, now }))
}

/** @throws M08, also for that of somebody else */
async function findOwn(trx: Trx, { id: userId }: Actor, id: number): Promise<StoredSubscription> {
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
