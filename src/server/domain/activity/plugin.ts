import type { FastifyInstance } from 'fastify'
import { activityRunRoute } from './batch/runRoute.ts'
import { ActivityEngine } from './engine.ts'
import { activitySetting } from './setting/plugin.ts'
import { registerActivityVerification } from './verify/verifyJob.ts'

declare module 'fastify' {
  interface FastifyInstance {
    activityEngine: ActivityEngine
  }
}

/** Campaigns: what they give to sales, registrations and lists of members. */
export function activityArea(app: FastifyInstance): void {
  app.decorate('activityEngine', new ActivityEngine(app.clock))
  activityRunRoute(app)
  registerActivityVerification(app)
  activitySetting(app)
}
