import type { FastifyInstance } from 'fastify'
import type { Trx } from '../../platform/database/tables.ts'
import type { BodyOf } from '../partner/calls/catalog.ts'
import { momentOf, occasionOf } from '../partner/calls/posting.ts'
import { demandCompany, demandContract, demandMember, findStore } from '../partner/facts/checkPlace.ts'
import { ParameterBook } from '../partner/facts/parameters.ts'
import { readFacts } from '../partner/facts/readFacts.ts'
import { PartnerRefusal } from '../partner/protocol/codes.ts'
import type { PartnerCall, PartnerOutcome } from '../partner/registry.ts'
import { depositSerial } from './depositSerial.ts'
import { checkSerialsInside, type OpenedSerial, type SerialCredential, type WrongSerialWatch } from './openSerials.ts'
import { reasonLabels } from './refusals.ts'
import type { SerialKeys } from './serialKeys.ts'

/** POST serials/deposit: a serial or card goes into the account of a member. */
export function registerSerialCalls(app: Pick<FastifyInstance, 'partner' | 'anomaly'>, keys: SerialKeys): void {
  const services = { anomaly: app.anomaly, parameters: new ParameterBook() }
  app.partner.register('serials/deposit', async (trx, call: PartnerCall<BodyOf<'serials/deposit'>>): Promise<PartnerOutcome> => {
    const { body } = call
    const { businessAt, businessDate } = await momentOf(trx, services, call)
    const facts = await readFacts(trx, body)
    demandContract(demandCompany(call, facts), businessDate)
    const retailStoreNo = findStore(call, facts)?.retailStoreNo ?? null
    const memberNo = demandMember(facts)
    const attempt = { ipAddress: call.address, occurredAt: call.now, platformNo: call.platformNo, companyNo: body.companyNo }
    const watch = (later: Trx) => app.anomaly.serialAttempt(later, attempt)
    const serial = await openForPartner(trx, keys, { serialNo: body.serialNo, pin: body.pin ?? '' }, call.now, watch)
    const occasion = occasionOf(call, businessAt, retailStoreNo)
    const { depositedPoints, balance, transactionId, transactionNo } = await depositSerial(trx, { serial, to: { memberNo }, occasion })
    return { fields: { depositedPoints, balance }, transactionId, transactionNo }
  })
}

/**
 * Opens one serial or card in a partner's transaction. A wrong pin is counted after the call was rolled back.
 *
 * @throws PartnerRefusal E1601, E1602
 */
async function openForPartner(
  trx: Trx,
  keys: SerialKeys,
  credential: SerialCredential,
  now: Date,
  watch: WrongSerialWatch,
): Promise<OpenedSerial> {
  const [verdict] = await checkSerialsInside(trx, keys, [credential], now)
  if (verdict?.ok) return verdict.serial
  const reason = verdict?.refusal.reason ?? null
  if (reason !== null) throw new PartnerRefusal('E1602', { about: reasonLabels[reason] })
  throw new PartnerRefusal('E1601', {
    remember: async (later) => {
      await checkSerialsInside(later, keys, [credential], now, watch)
    },
  })
}
