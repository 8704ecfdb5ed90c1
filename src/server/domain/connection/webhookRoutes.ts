import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { WebhookSecret } from '../../../answers/connection.ts'
import { Nothing } from '../../../answers/shapes.ts'
import { recordStatus, userActionType } from '../../../rules/codes.generated.ts'
import { writeUserAction } from '../../platform/audit.ts'
import { transact } from '../../platform/database/transact.ts'
import { apiError, textError } from '../../platform/errors.ts'
import { IdParams } from '../../platform/http/routes/bounds.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { webhookJob } from '../../platform/webhooks/outbox.ts'
import { newWebhookSecret } from '../../platform/webhooks/secret.ts'

/** Secrets of webhooks, messages to try them out, and sending again what nobody accepted. */
export function webhookRoutes(app: FastifyInstance): void {
  const routes = typedRoutes(app)
  const making = { permission: ['connection.webhook.create', 'connection.webhook.edit'] }
  routes.get('/api/connection/webhook/secret', { config: making, schema: { response: { 200: WebhookSecret } } }, async () => ({
    secret: newWebhookSecret(),
  }))

  const config = { permission: 'connection.webhook.test', takes: 'nothing' } as const
  const schema = { params: IdParams, response: { 200: Nothing } }
  routes.post('/api/connection/webhook/:id/test', { config, schema }, async ({ actor, params: { id } }, reply) => {
    await transact(app.db, async (trx) => {
      const hook = await trx.selectFrom('webhook').select(['hookName', 'title', 'status']).where('id', '=', id).executeTakeFirst()
      if (hook === undefined) throw apiError('M08')
      if (hook.status !== recordStatus.enabled) throw apiError('M09')
      const { hookName, title } = hook
      const occurredAt = app.clock.now()
      await app.webhooks.enqueue(trx, {
        hookName,
        eventName: 'test',
        title: '測試通知',
        occurredAt,
        data: { title: '測試通知', text: title },
      })
      await writeUserAction(trx, {
        actor,
        userActionType: userActionType.other,
        action: `測試介接端點 ${hookName}`,
        entity: 'webhook',
        entityId: id,
      })
    })
    app.jobs.wake()
    return reply.header('x-message-text', encodeURIComponent('已送出測試通知，結果請看「傳送紀錄」。')).send({})
  })

  routes.post('/api/connection/webhook/deliveries/:id/resend', { config, schema }, async ({ actor, params: { id } }, reply) => {
    await transact(app.db, async (trx) => {
      const { rows } = await sql<{ hookName: string }>`
        update webhook_delivery set status = 'waiting', attempts = 0, next_at = ${app.clock.now()}
        where id = ${id} and status = 'failed' and sealed is not null returning hook_name`.execute(trx)
      const [sent] = rows
      if (sent === undefined) throw textError(409, '這則通知已送達、正在傳送，或內容已刪除，無法重送。', 'M09')
      await app.jobs.enqueue(trx, webhookJob)
      await writeUserAction(trx, {
        ...{ actor, userActionType: userActionType.other, action: `重送介接通知 ${sent.hookName}` },
        ...{ entity: 'webhookDelivery', entityId: id },
      })
    })
    app.jobs.wake()
    return reply.header('x-message-code', 'M04').send({})
  })
}
