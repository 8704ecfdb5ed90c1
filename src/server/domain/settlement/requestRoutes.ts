import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { RequestPage, SentRequest } from '../../../answers/settlement.ts'
import { Nothing } from '../../../answers/shapes.ts'
import { pointRequestLimits } from '../../../rules/pointRequest.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { getIdempotencyKeyOrThrow } from '../../records/calls/idempotency.ts'
import { getOwnMember } from '../corporate/public.ts'
import { readOwnRequests } from './ownRequests.ts'
import { requestPoints, withdrawRequest } from './pointRequests.ts'

const { pointsMax, quantityMax, purposeLength } = pointRequestLimits
const RequestBody = Type.Object(
  {
    deliveryMethod: Type.String({ title: '交付方式', maxLength: 1 }),
    pointsPerSerial: Type.Integer({ title: '點數', minimum: 1, maximum: pointsMax }),
    quantity: Type.Integer({ title: '組數', minimum: 1, maximum: quantityMax }),
    purpose: Type.String({ title: '備註', maxLength: purposeLength }),
  },
  { additionalProperties: false },
)
const Page = Type.Object({
  pageIndex: Type.Integer({ minimum: 0, maximum: 100_000 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 50 }),
})
const Params = Type.Object({ settlementNo: Type.String({ pattern: '^SB[0-9]{10}$' }) })

/** 採購點數: what a signed-in corporate member asks for, and how far it has come (domain 4.18). */
export function pointRequestRoutes(app: FastifyInstance): void {
  const config = { permission: 'signedIn' } as const
  const base = '/api/portal/point_requests'
  const routes = typedRoutes(app)

  routes.post(base, { config, schema: { body: RequestBody, response: { 201: SentRequest } } }, async ({ actor, body, headers }, reply) => {
    const key = getIdempotencyKeyOrThrow(headers)
    const answer = await requestPoints(app, actor, { request: body, key })
    return reply.code(201).header('x-message-code', 'M01').send(answer)
  })

  const page = { params: Page, response: { 200: RequestPage } }
  routes.get(`${base}/:pageIndex/:pageSize`, { config, schema: page }, async ({ actor, params }) => {
    const { corporateNo } = await getOwnMember(app.db, actor)
    const { pageIndex, pageSize } = params
    return { ...(await readOwnRequests(app.db, corporateNo, { offset: pageIndex * pageSize, limit: pageSize })), pageIndex, pageSize }
  })

  routes.post(
    `${base}/:settlementNo/withdraw`,
    { config: { ...config, takes: 'nothing' }, schema: { params: Params, response: { 200: Nothing } } },
    async ({ actor, params }, reply) => {
      await withdrawRequest(app, actor, params.settlementNo)
      return reply.header('x-message-code', 'M04').send({})
    },
  )
}
