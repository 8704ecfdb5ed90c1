import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { MailedPage, SentSerials } from '../../../answers/settlement.ts'
import { Nothing } from '../../../answers/shapes.ts'
import { serialRecipientsMax } from '../../../rules/serialRecipients.ts'
import { apiError } from '../../platform/errors.ts'
import { Id, Word } from '../../platform/http/routes/bounds.ts'
import { asSent } from '../../platform/http/routes/enteredBody.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { createTryLimit } from '../../platform/tryLimit.ts'
import { getIdempotencyKeyOrThrow } from '../../records/calls/idempotency.ts'
import { getOwnMember } from '../corporate/public.ts'
import { createResendLimit } from '../resendLimit.ts'
import type { SerialKeys } from '../serial/public.ts'
import { readOwnSerialMails } from './ownSerialMails.ts'
import { readOwnSettlement } from './ownSettlements.ts'
import { mailSerials, resendSerial } from './serialMails.ts'

const settlementNo = Type.String({ pattern: '^SB[0-9]{10}$' })
const Params = Type.Object({ settlementNo })
const Page = Type.Object({
  settlementNo: Word,
  pageIndex: Type.Integer({ minimum: 0, maximum: 100_000 }),
  pageSize: Type.Integer({ minimum: 1, maximum: 50 }),
})
const One = Type.Object({ settlementNo, serialId: Id })
/** Lengths here only keep nonsense out; the rules of the rows tell which row is wrong. */
const Recipient = Type.Object(
  { name: Type.String({ title: '收件人', maxLength: 200 }), email: Type.String({ title: '電子郵件', maxLength: 200 }) },
  { additionalProperties: false },
)
const ListBody = Type.Object(
  {
    recipients: Type.Array(Recipient, { title: '收件人', minItems: 1, maxItems: serialRecipientsMax }),
    filePassword: Type.String({ title: '序號檔密碼', minLength: 1, maxLength: 40, ...asSent }),
  },
  { additionalProperties: false },
)

/** Serials of an own order, mailed to the people of a corporate member, each to one of them (domain 4.18). */
export function serialMailRoutes(app: FastifyInstance, keys: SerialKeys): void {
  const config = { permission: 'signedIn' } as const
  const base = '/api/portal/settlements/:settlementNo/serial_mails'
  const routes = typedRoutes(app)
  const services = {
    keys,
    passwordTries: createTryLimit(app.db, { name: 'serialMailPassword', triesMax: 10, windowMs: 60 * 60 * 1000 }),
    takeResend: createResendLimit(app.db, 'serialMail', '此序號'),
  }

  const mailed = { params: Params, body: ListBody, response: { 200: SentSerials } }
  routes.post(base, { config, schema: mailed }, async ({ actor, params, body, headers }, reply) => {
    const key = getIdempotencyKeyOrThrow(headers)
    const list = { ...params, ...body, key }
    return reply.header('x-message-code', 'M04').send(await mailSerials(app, services, actor, list))
  })

  const page = { params: Page, response: { 200: MailedPage } }
  routes.get(`${base}/:pageIndex/:pageSize`, { config, schema: page }, async ({ actor, params }) => {
    const { settlementNo, pageIndex, pageSize } = params
    const { corporateNo } = await getOwnMember(app.db, actor)
    if (!(await readOwnSettlement(app.db, corporateNo, settlementNo, app.clock.now()))) throw apiError('M08')
    const page = { offset: pageIndex * pageSize, limit: pageSize }
    return { ...(await readOwnSerialMails(app.db, settlementNo, page)), pageIndex, pageSize }
  })

  routes.post(
    `${base}/:serialId/mail`,
    { config: { ...config, takes: 'nothing' }, schema: { params: One, response: { 200: Nothing } } },
    async ({ actor, params }, reply) => {
      await resendSerial(app, services, actor, params)
      return reply.header('x-message-code', 'M04').send({})
    },
  )
}
