import type { FastifyInstance } from 'fastify'
import { createCorporateHooks } from './corporateHooks.ts'
import { registerCorporateDictionaries } from './dictionaries.ts'
import { registerCorporateJobs } from './jobs.ts'
import { memberRoutes } from './member/memberRoutes.ts'
import { corporatePortalRoutes } from './portalRoutes.ts'
import { corporateStaffRoutes } from './staffRoutes.ts'

/** Corporate members: their applications on the portal, and the review of these in the console. */
export function corporateArea(app: FastifyInstance): void {
  const hooks = createCorporateHooks({
    accounts: app.portalAccounts,
    publicUrl: app.config.publicUrl,
    enqueueMail: app.mail.enqueue,
    forgetSessions: () => app.sessions.forgetAll(),
  })
  app.records.register('corporateMember', hooks)
  registerCorporateDictionaries(app)
  corporateStaffRoutes(app)
  corporatePortalRoutes(app)
  memberRoutes(app)
  registerCorporateJobs(app)
}
