import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { Deposit } from '../../../answers/settlement.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { typedRoutes } from '../../platform/http/routeAnswers.ts'
import { getActingMember, holdActing } from '../corporate/public.ts'
import { ledger } from '../points/public.ts'
import { depositSerial } from './depositSerial.ts'
import { openSerials } from './openSerials.ts'
import type { SerialKeys } from './serialKeys.ts'

const DepositBody = Type.Object(
  {
    serialNo: Type.String({ title: '點數序號', minLength: 1, maxLength: 40 }),
    pin: Type.String({ title: '密碼', minLength: 1, maxLength: 20 }),
  },
  { additionalProperties: false },
)

/** 存入序號: a signed-in corporate member puts a serial or card into its account (domain 4.18). */
export function serialPortalRoutes(app: FastifyInstance, keys: SerialKeys): void {
  const config = { permission: 'signedIn', rateLimit: { max: 30, timeWindow: '10 minutes', groupId: 'serials' } } as const
  const schema = { body: DepositBody, response: { 200: Deposit } }
  typedRoutes(app).post('/api/portal/serials/deposit', { config, schema }, async ({ actor, body, ip }, reply) => {
    const now = app.clock.now()
    const member = await getActingMember(app.db, actor, now)
    const { corporateNo } = member
    const attempt = { ipAddress: ip, occurredAt: now, platformNo: null, companyNo: null }
    const onWrong = (trx: Trx) => app.anomaly.serialAttempt(trx, attempt)
    const [serial] = await openSerials(app.db, keys, { credentials: [body], now, asker: { onWrong, corporateNo } })
    if (!serial) throw new Error('one credential, no verdict')
    const context = { now, businessAt: now, companyNo: null, retailStoreNo: null, createdBy: actor.userName }
    const deposited = await ledger.run(app.db, async (trx) => {
      await holdActing(trx, member)
      return depositSerial(trx, { serial, to: { corporateNo }, context })
    })
    const { depositedPoints, balance, transactionNo, expireDate } = deposited
    reply.header('x-message-text', encodeURIComponent(`已存入 ${depositedPoints.toLocaleString('en-US')} 點。`))
    return { depositedPoints, balance, transactionNo, expireDate }
  })
}
