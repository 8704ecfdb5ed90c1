import type { FastifyInstance } from 'fastify'
import type { Database, Executor } from '../../platform/database/tables.ts'
import type { AnomalyInspector } from '../anomaly/public.ts'
import type { BodyOf, PartnerCall } from '../partner/public.ts'
import {
  contextOf,
  examineUnlessRefused,
  getCallPlaceOrThrow,
  getMemberOrThrow,
  ParameterCache,
  PartnerRefusal,
  type PostingServices,
} from '../partner/public.ts'
import { depositSerial } from './depositSerial.ts'
import { checkSerials, type OpenedSerial, type SerialVerdict } from './openSerials.ts'
import { reasonLabels, SerialRefusal } from './refusals.ts'
import type { SerialKeys } from './serialKeys.ts'

type DepositCall = PartnerCall<BodyOf<'serials/deposit'>>

/** POST serials/deposit: a serial or card goes into the account of a member. */
export function registerSerialCalls(app: Pick<FastifyInstance, 'partner' | 'anomaly'>, keys: SerialKeys): void {
  const services = { anomaly: app.anomaly, parameters: new ParameterCache() }
  app.partner.registerExamined(
    'serials/deposit',
    (db, call) =>
      examineUnlessRefused(
        () => checkCall(db, services, call),
        () => examineSerial(db, keys, call, app.anomaly),
      ),
    async (trx, call, verdict) => {
      const { businessAt, retailStoreNo, memberNo } = await checkCall(trx, services, call)
      const serial = openedBy(verdict)
      const context = contextOf(call, businessAt, retailStoreNo)
      const { depositedPoints, balance, transactionId, transactionNo } = await textForPartner(
        depositSerial(trx, { serial, to: { memberNo }, context }),
      )
      return { fields: { depositedPoints, balance }, transactionId, transactionNo }
    },
  )
}

/** All checks before the serial itself. @throws PartnerRefusal, LedgerRefusal */
async function checkCall(db: Executor, services: PostingServices, call: DepositCall) {
  const { businessAt, retailStoreNo, facts } = await getCallPlaceOrThrow(db, services, call)
  return { businessAt, retailStoreNo, memberNo: getMemberOrThrow(facts) }
}

async function examineSerial(
  db: Database,
  keys: SerialKeys,
  { address, now, platformNo, body: { companyNo, serialNo, pin = '' } }: DepositCall,
  anomaly: Pick<AnomalyInspector, 'serialAttempt'>,
): Promise<SerialVerdict | undefined> {
  const attempt = { ipAddress: address, occurredAt: now, platformNo, companyNo }
  const [verdict] = await checkSerials(db, keys, {
    credentials: [{ serialNo, pin }],
    now,
    asker: { onWrong: (trx) => anomaly.serialAttempt(trx, attempt) },
  })
  return verdict
}

/** @throws PartnerRefusal E1601, E1602; E1900 when the call was refused while it was examined, and is not any more */
function openedBy(verdict: SerialVerdict | undefined): OpenedSerial {
  if (!verdict) throw new PartnerRefusal('E1900')
  if (verdict.ok) return verdict.serial
  throw toPartner(verdict.refusal)
}

function toPartner({ reason }: SerialRefusal): PartnerRefusal {
  return reason === null ? new PartnerRefusal('E1601') : new PartnerRefusal('E1602', { about: reasonLabels[reason] })
}

/** The serial may have been used since it was examined; the partner gets the reason in its own text. */
async function textForPartner<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof SerialRefusal ? toPartner(error) : error
  }
}
