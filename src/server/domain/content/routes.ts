import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { findPublished } from './contentQueries.ts'

const Params = Type.Object({ contentType: Type.String({ title: '內容類型', pattern: '^[1-7]$' }) })

/** `GET /api/portal/contents/{contentType}`: what everybody may read, in its order. */
export function contentRoutes(app: FastifyInstance): void {
  app.get(
    '/api/portal/contents/:contentType',
    { config: { permission: 'public', rateLimit: { max: 600, timeWindow: '10 minutes' } }, schema: { params: Params } },
    async (request) => findPublished(app.db, (request.params as Static<typeof Params>).contentType, app.clock.now()),
  )
}
