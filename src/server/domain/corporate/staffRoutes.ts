import type { FastifyInstance } from 'fastify'
import Type, { type Static } from 'typebox'
import { decideChange } from '../changeDecision.ts'
import { resendActivation } from './activation.ts'

const Params = Type.Object({ id: Type.Integer({ minimum: 1 }) })
const closed = { additionalProperties: false } as const
const rowVersion = Type.Optional(Type.Integer())
const Confirmation = Type.Object({ rowVersion }, closed)
const Rejection = Type.Object({ rowVersion, rejectReason: Type.String({ title: '退回原因', minLength: 1, maxLength: 200 }) }, closed)

/** What 企業會員審核 can do beside the calls that every screen has. */
export function corporateStaffRoutes(app: FastifyInstance): void {
  const base = '/api/corporate/corporate/:id'
  const entity = 'corporateMember'
  const idOf = (params: unknown) => (params as Static<typeof Params>).id
  const approving = { permission: 'corporate.corporate.approve' }

  app.post(`${base}/approve_change`, { config: approving, schema: { params: Params, body: Confirmation } }, async (request, reply) => {
    reply.header('x-message-code', 'M04')
    return decideChange(app, request.actor, { entity, id: idOf(request.params) }, { kind: 'approve' })
  })
  app.post(`${base}/reject_change`, { config: approving, schema: { params: Params, body: Rejection } }, async (request, reply) => {
    const { rejectReason } = request.body as Static<typeof Rejection>
    reply.header('x-message-code', 'M04')
    return decideChange(app, request.actor, { entity, id: idOf(request.params) }, { kind: 'reject', rejectReason })
  })
  app.post(
    `${base}/resend_activation`,
    { config: { permission: 'corporate.corporate.edit' }, schema: { params: Params, body: Confirmation } },
    async (request, reply) => {
      await resendActivation(app, request.actor, idOf(request.params))
      return reply.header('x-message-code', 'M04').send({})
    },
  )
}
