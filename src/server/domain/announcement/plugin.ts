import type { FastifyInstance } from 'fastify'
import { announcementHooks } from './announcementHooks.ts'
import { noticeboardRoutes } from './routes.ts'

/** Announcements and the notice board. */
export function announcementArea(app: FastifyInstance): void {
  app.records.register('announcement', announcementHooks)
  noticeboardRoutes(app)
}
