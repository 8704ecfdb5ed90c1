import type { FastifyInstance } from 'fastify'
import { apiError } from '../../platform/errors.ts'
import { IdParams } from '../../platform/http/routes/bounds.ts'
import { contentAnswer, typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { sendFile } from '../../platform/http/routes/sendFile.ts'
import { changeDecisionRoutes } from '../changeDecision.ts'

/** What companies can do beside the calls that every screen has. */
export function companyRoutes(app: FastifyInstance): void {
  const permission = 'company.companies.approve'
  const maker = { path: '/api/company/companies/:id', permission: 'company.companies.edit' }
  changeDecisionRoutes(app, { path: '/api/company/company_details/:id', entity: 'company', permission, maker })
  const pdfRoute = {
    config: { permission: 'company.company_details.export' },
    schema: { params: IdParams, response: { 200: contentAnswer('application/pdf') } },
  }
  typedRoutes(app).get('/api/company/company_details/:id/pdf', pdfRoute, async ({ actor, params }, reply) => {
    const screen = app.documents.screen('/_company/company_details')
    if (!screen) throw apiError('M08')
    const call = { actor, screen: app.documents.restricted(screen, actor), entity: 'company', now: app.clock.now(), db: app.db }
    return sendFile(reply, await app.records.exportRecord(call, params.id))
  })
}
