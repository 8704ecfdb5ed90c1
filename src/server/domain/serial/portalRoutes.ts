import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { Deposit } from '../../../answers/settlement.ts'
import { depositText } from '../../../rules/depositText.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { typedRoutes } from '../../platform/http/routes/routeAnswers.ts'
import { getActingMember, holdActing } from '../corporate/public.ts'
import { ledger } from '../points/public.ts'
import { type DepositResult, depositSerial } from './depositSerial.ts'
import { findEarlierDeposit } from './earlierDeposit.ts'
import { checkSerials, type OpenedSerial, type SerialVerdict } from './openSerials.ts'
import { SerialRefusal } from './refusals.ts'
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
    const [verdict] = await checkSerials(app.db, keys, { credentials: [body], now, asker: { onWrong, corporateNo } })
    if (!verdict) throw new Error('one credential, no verdict')
    const context = { now, businessAt: now, companyNo: null, retailStoreNo: null, createdBy: actor.userName }
    const deposited = await answerAgain(app.db, { verdict, corporateNo }, (serial) =>
      ledger.run(app.db, async (trx) => {
        await holdActing(trx, member)
        return depositSerial(trx, { serial, to: { corporateNo }, context })
      }),
    )
    reply.header('x-message-text', encodeURIComponent(depositText(deposited)))
    const { depositedPoints, balance, transactionNo, expireDate, depositedAt } = deposited
    return { depositedPoints, balance, transactionNo, expireDate, ...(depositedAt && { depositedAt }) }
  })
}

interface AnswerAgainInput {
  readonly verdict: SerialVerdict
  readonly corporateNo: string
}

/** Deposits, or answers what the same member deposited with this serial before, when that used it up. @throws SerialRefusal */
async function answerAgain(
  db: Database,
  { verdict, corporateNo }: AnswerAgainInput,
  deposit: (serial: OpenedSerial) => Promise<DepositResult>,
): Promise<Omit<DepositResult, 'transactionId'> & { readonly depositedAt?: Date }> {
  try {
    if (!verdict.ok) throw verdict.refusal
    return await deposit(verdict.serial)
  } catch (error) {
    // The pin was right in both cases; a serial opened above may have been spent meanwhile, by a second click for example.
    const shown = verdict.ok ? verdict.serial : verdict.shown
    const isSpent = error instanceof SerialRefusal && error.reason === 'spent'
    const earlier = isSpent && shown !== null ? await findEarlierDeposit(db, shown, corporateNo) : null
    if (earlier === null) throw error
    return earlier
  }
}
