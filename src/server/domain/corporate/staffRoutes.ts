import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { Nothing } from '../../../answers/shapes.ts'
import { IdParams, RowVersion } from '../../platform/http/routes/bounds.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { changeDecisionRoutes } from '../changeDecision.ts'
import { resendActivation } from './activation.ts'

const Confirmation = Type.Object({ rowVersion: Type.Optional(RowVersion) }, { additionalProperties: false })

/** What 企業會員審核 can do beside the calls that every screen has. */
export function corporateStaffRoutes(app: FastifyInstance): void {
  const base = '/api/corporate/corporate/:id'
  const maker = { path: base, permission: 'corporate.corporate.edit' }
  changeDecisionRoutes(app, { path: base, entity: 'corporateMember', permission: 'corporate.corporate.approve', maker })
  typedRoutes(app).post(
    `${base}/resend_activation`,
    {
      config: { permission: 'corporate.corporate.edit' },
      schema: { params: IdParams, body: Confirmation, response: { 200: Nothing } },
    },
    async ({ actor, params }, reply) => {
      await resendActivation(app, actor, params.id)
      return reply.header('x-message-code', 'M04').send({})
    },
  )
}
