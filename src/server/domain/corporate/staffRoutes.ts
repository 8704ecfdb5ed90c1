import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { changeDecisionRoutes } from '../changeDecision.ts'
import { resendActivation } from './activation.ts'

const Params = Type.Object({ id: Type.Integer({ minimum: 1 }) })
const Confirmation = Type.Object({ rowVersion: Type.Optional(Type.Integer()) }, { additionalProperties: false })

/** What 企業會員審核 can do beside the calls that every screen has. */
export function corporateStaffRoutes(app: FastifyInstance): void {
  const base = '/api/corporate/corporate/:id'
  const idOf = (params: unknown) => (params as Static<typeof Params>).id
  changeDecisionRoutes(app, { path: base, entity: 'corporateMember', permission: 'corporate.corporate.approve' })
  app.post(
    `${base}/resend_activation`,
    { config: { permission: 'corporate.corporate.edit' }, schema: { params: Params, body: Confirmation } },
    async (request, reply) => {
      await resendActivation(app, request.actor, idOf(request.params))
      return reply.header('x-message-code', 'M04').send({})
    },
  )
}
