import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { FormOptions, OpenedApplication, OwnApplication, SentApplication } from '../../../answers/corporate.ts'
import { systemActor } from '../../platform/actor.ts'
import { ApiError } from '../../platform/errors.ts'
import { untilNextBeat } from '../../platform/http/guards/answerBeat.ts'
import { limitKeyOf } from '../../platform/http/guards/callerAddress.ts'
import { contentAnswer, typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { createTryLimit, type TryLimit } from '../../platform/tryLimit.ts'
import { getIdempotencyKeyOrThrow } from '../../records/calls/idempotency.ts'
import { applicantActor } from './applicant.ts'
import { type CodeServices, type Credentials, codeTexts, openByCode, sendCode } from './applicationCodes.ts'
import { CodeBody, OpenBody, presentApplication, RegisterBody, type ShownApplication, SupplementBody } from './applicationForm.ts'
import { submitApplication, supplementApplication } from './applications.ts'
import { readFormOptions } from './formOptions.ts'

const hourMs = 3_600_000

/** Forms that anybody may send: so many of all of them together per address (domain 4.18). */
const sending = { permission: 'public', rateLimit: { max: 30, timeWindow: '10 minutes', groupId: 'portal' } } as const
const reading = { permission: 'public', rateLimit: { max: 300, timeWindow: '10 minutes' } } as const

/** What the pages of the corporate portal call without sign-in (domain 4.18). */
export function corporatePortalRoutes(app: FastifyInstance): void {
  const registrations = createTryLimit(app.db, { name: 'registration', triesMax: app.config.registrationsPerHour, windowMs: hourMs })
  const codeRequests = createTryLimit(app.db, { name: 'applicationCode', triesMax: app.config.forgotPasswordPerHour, windowMs: hourMs })
  const codeKey = createHmac('sha256', app.secrets.lookupHash).update('application code').digest()
  const codeServices = (): CodeServices => ({ db: app.db, key: codeKey, now: app.clock.now(), enqueueMail: app.mail.enqueue })

  const routes = typedRoutes(app)

  routes.get('/api/portal/form_options', { config: { ...reading, compressed: true }, schema: { response: { 200: FormOptions } } }, () =>
    readFormOptions(app, systemActor),
  )

  routes.post(
    '/api/portal/corporate_member_register',
    { config: sending, schema: { body: RegisterBody, response: { 201: SentApplication } } },
    async (request, reply) => {
      const key = getIdempotencyKeyOrThrow(request.headers)
      await app.captcha.pass('register', request.body.captcha)
      const answer = await limited(registrations, limitKeyOf(request.ip), app.clock.now(), () =>
        submitApplication(app, { body: request.body, key, ipAddress: request.ip }),
      )
      return reply.code(201).header('x-message-code', 'M01').send(answer)
    },
  )

  routes.post(
    '/api/portal/corporate_member_apply/code',
    { config: sending, schema: { body: CodeBody, response: { 200: contentAnswer('text/plain') } } },
    async (request, reply) => {
      await app.captcha.pass('apply', request.body.captcha)
      const begin = performance.now()
      const isAllowed = (await codeRequests.take(countedAs(request.body), app.clock.now())) === 0
      await sendCode(codeServices(), request.body, isAllowed)
      await untilNextBeat(begin)
      return reply.header('x-message-code', 'M04').type('text/plain; charset=utf-8').send(codeTexts.sent)
    },
  )

  routes.post(
    '/api/portal/corporate_member_apply/open',
    { config: sending, schema: { body: OpenBody, response: { 200: OpenedApplication } } },
    async (request) => {
      const begin = performance.now()
      const opening = openByCode(codeServices(), request.body, request.body.code)
      const { memberId, ticket } = await opening.finally(() => untilNextBeat(begin))
      return { ticket, application: await readApplication(app, memberId, request.ip) }
    },
  )

  routes.post(
    '/api/portal/corporate_member_apply/supplement',
    { config: sending, schema: { body: SupplementBody, response: { 200: OwnApplication } } },
    async (request, reply) => {
      const { id } = await supplementApplication(app, {
        body: request.body,
        key: getIdempotencyKeyOrThrow(request.headers),
        ipAddress: request.ip,
      })
      return reply.header('x-message-code', 'M04').send(await readApplication(app, id, request.ip))
    },
  )
}

/** By number and tax ID together: whoever knows only the number, which is easily guessed, uses up no codes of the applicant. */
function countedAs({ applyNo, taxNumber }: Credentials): string {
  return `${applyNo.trim().toUpperCase()}\n${taxNumber.trim()}`
}

async function readApplication(app: FastifyInstance, id: number, ipAddress: string): Promise<ShownApplication> {
  const call = { actor: applicantActor(ipAddress), screen: null, entity: 'corporateMember', now: app.clock.now(), db: app.db }
  return presentApplication(await app.records.get(call, id))
}

/** Counts what succeeded only: whoever corrects a form is not shut out. @throws 429 with `retry-after` */
async function limited<T>(limit: TryLimit, key: string, now: Date, work: () => Promise<T>): Promise<T> {
  const waitSeconds = await limit.take(key, now)
  if (waitSeconds > 0) throw new ApiError(429, 'E429', '嘗試次數過多，請稍後再試。', { headers: { 'retry-after': String(waitSeconds) } })
  try {
    return await work()
  } catch (error) {
    await limit.forgive(key)
    throw error
  }
}
