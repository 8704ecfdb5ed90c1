import type { FastifyInstance } from 'fastify'
import { companyGroupHooks } from './companyGroupHooks.ts'
import { companyHooks } from './companyHooks.ts'
import { registerCompanyDictionaries } from './dictionaries.ts'
import { registerCompanyJobs } from './jobs.ts'
import { retailStoreHooks } from './retailStoreHooks.ts'
import { companyRoutes } from './routes.ts'
import { companyChangeLineHooks, companyLogHooks } from './valueLabels.ts'

/** Merchants, outlets and groups. */
export function companyArea(app: FastifyInstance): void {
  app.records.register('company', companyHooks)
  app.records.register('companyGroup', companyGroupHooks)
  app.records.register('retailStore', retailStoreHooks)
  app.records.register('companyLog', companyLogHooks(app))
  app.records.register('companyChangeLine', companyChangeLineHooks(app))
  registerCompanyDictionaries(app)
  companyRoutes(app)
  registerCompanyJobs(app)
}
