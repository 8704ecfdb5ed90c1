import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { ChangedSubscription, NewSubscription, Subscriptions } from '../../answers/subscriptions.ts'
import { findAccountById } from '../identity/accounts.ts'
import type { Actor } from '../platform/actor.ts'
import { transact } from '../platform/database/transact.ts'
import { textError } from '../platform/errors.ts'
import { Id, IdParams } from '../platform/http/routes/bounds.ts'
import { noContent, typedRoutes } from '../platform/http/routes/routeAnswers.ts'
import { changeSubscription, createSubscription, getOwnSubscription, removeSubscription } from './ownSubscriptions.ts'
import { askNow, type StoredSubscription } from './sendSubscriptions.ts'

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
  routes.post('/api/subscriptions', { config, schema: made }, async ({ actor, body }, reply) =>
    reply.code(201).send({ id: await createSubscription(app, actor, body) }),
  )

  const changed = { params: IdParams, body: ChangedSubscription, response: noContent }
  routes.put('/api/subscriptions/:id', { config, schema: changed }, async ({ actor, params: { id }, body }, reply) => {
    await changeSubscription(app, actor, id, body)
    return reply.code(204).send(null)
  })

  const removed = { params: IdParams, response: noContent }
  routes.delete('/api/subscriptions/:id', { config, schema: removed }, async ({ actor, params: { id } }, reply) => {
    await removeSubscription(app, actor, id)
    return reply.code(204).send(null)
  })

  const asked = { params: IdParams, response: noContent }
  routes.post(
    '/api/subscriptions/:id/send',
    { config: { ...config, takes: 'nothing' }, schema: asked },
    async ({ actor, params: { id } }, reply) => {
      await transact(app.db, (trx) => getOwnSubscription(trx, actor, id))
      if (!(await askNow(app.db, { id, userId: actor.id, now: app.clock.now() })))
        throw textError(409, '已停用，或您有一項剛剛寄送或即將寄送，請一分鐘後再試。', 'LIMIT')
      await wake()
      return reply.code(204).send(null)
    },
  )
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
