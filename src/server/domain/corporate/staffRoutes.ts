import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { IdParams, RowVersion } from '../../platform/http/bounds.ts'
import { changeDecisionRoutes } from '../changeDecision.ts'
import { resendActivation } from './activation.ts'

const Confirmation = Type.Object({ rowVersion: Type.Optional(RowVersion) }, { additionalProperties: false })

/** What 企業會員審核 can do beside the calls that every screen has. */
export function corporateStaffRoutes(app: FastifyInstance): void {
  const base = '/api/corporate/corporate/:id'
  const idOf = (params: unknown) => (params as Static<typeof IdParams>).id
  const maker = { path: base, permission: 'corporate.corporate.edit' }
  changeDecisionRoutes(app, { path: base, entity: 'corporateMember', permission: 'corporate.corporate.approve', maker })
  app.post(
    `${base}/resend_activation`,
    { config: { permission: 'corporate.corporate.edit' }, schema: { params: IdParams, body: Confirmation } },
    async (request, reply) => {
      await resendActivation(app, request.actor, idOf(request.params))
      return reply.header('x-message-code', 'M04').send({})
    },
  )
}
