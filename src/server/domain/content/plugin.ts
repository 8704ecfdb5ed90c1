import type { FastifyInstance } from 'fastify'
import { createContentHooks } from './contentHooks.ts'
import { contentRoutes } from './routes.ts'
import { ticketRoutes } from './ticketRoutes.ts'

/** Texts and pictures of the portal. */
export function contentArea(app: FastifyInstance): void {
  app.records.register(
    'portalContent',
    createContentHooks(async ({ trx, actor, now, afterCommit }, id) => {
      await app.records.transition({ actor, screen: null, entity: 'portalContent', now, db: trx, afterCommit }, id, 'archive', {})
    }),
  )
  contentRoutes(app)
  ticketRoutes(app)
}
