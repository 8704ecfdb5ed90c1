import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { parseCardNo } from '../../../rules/serialNo.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { ApiError } from '../../platform/errors.ts'
import type { BodyOf } from '../partner/calls/catalog.ts'
import { momentOf, occasionOf } from '../partner/calls/posting.ts'
import { demandCompany, demandContract, findStore } from '../partner/facts/checkPlace.ts'
import { ParameterBook } from '../partner/facts/parameters.ts'
import { readFacts } from '../partner/facts/readFacts.ts'
import { PartnerRefusal } from '../partner/protocol/codes.ts'
import type { PartnerCall, PartnerOutcome } from '../partner/registry.ts'
import { cardStatus } from '../serial/bearers.ts'
import { checkPin, nobody, type WrongSerialWatch } from '../serial/openSerials.ts'
import type { SerialKeys } from '../serial/serialKeys.ts'
import { type ActivatedCard, activationColumns, postActivation, refuseUnpaidOrder } from './activation.ts'
import '../serial/tables.ts'

const stateLabels: Readonly<Record<string, string>> = {
  [cardStatus.stock]: '未出貨',
  [cardStatus.active]: '已開卡',
  [cardStatus.partlyUsed]: '已開卡',
  [cardStatus.spent]: '已兌畢',
  [cardStatus.void]: '已作廢',
  [cardStatus.expired]: '已逾期',
  [cardStatus.frozen]: '凍結',
}

interface FoundCard extends ActivatedCard {
  readonly status: string
  readonly settlementNo: string | null
  readonly companyNo: string | null
}

/** POST cards/activate: a shop sells a card that was shipped to it. */
export function registerCardCalls(app: Pick<FastifyInstance, 'partner' | 'anomaly'>, keys: SerialKeys): void {
  const services = { anomaly: app.anomaly, parameters: new ParameterBook() }
  app.partner.register('cards/activate', async (trx, call: PartnerCall<BodyOf<'cards/activate'>>): Promise<PartnerOutcome> => {
    const { businessAt, businessDate } = await momentOf(trx, services, call)
    const facts = await readFacts(trx, call.body)
    demandContract(demandCompany(call, facts), businessDate)
    const retailStoreNo = findStore(call, facts)?.retailStoreNo ?? null
    const attempt = { ipAddress: call.address, occurredAt: call.now, platformNo: call.platformNo, companyNo: call.body.companyNo }
    const card = await findCard(trx, keys, call, (later) => app.anomaly.serialAttempt(later, attempt))
    if (card.status !== cardStatus.shipped) throw new PartnerRefusal('E1603', { about: stateLabels[card.status] ?? '' })
    await refuseUnpaid(trx, card)
    const { expireDate } = await activateOne(trx, card, call)
    const [posted] = await postActivation(trx, [card], occasionOf(call, businessAt, retailStoreNo))
    const fields = { points: card.points, expireDate }
    return { fields, transactionId: posted?.transactionId ?? null, transactionNo: posted?.transactionNo ?? null }
  })
}

/** Unknown, of another shop, wrong pin: one answer for all, by the same steps. A wrong pin is counted after the call was rolled back. */
async function findCard(
  trx: Trx,
  keys: SerialKeys,
  call: PartnerCall<BodyOf<'cards/activate'>>,
  watch: WrongSerialWatch,
): Promise<FoundCard> {
  const { companyNo, pin } = call.body
  const cardNo = parseCardNo(call.body.cardNo) ?? ''
  const { rows } = await sql<FoundCard>`
    select id, card_no, holder_no, points, valid_months, status, settlement_no, company_no from coupon_card
    where card_no = ${cardNo} and (company_no is null or company_no = ${companyNo}) for update`.execute(trx)
  const card = rows[0]
  const ref = { kind: 'card', id: card?.id ?? nobody, number: cardNo } as const
  const isRight = pin === undefined || (await checkPin(trx, keys, ref, pin, call.now)) !== null
  if (card && isRight) return card
  throw new PartnerRefusal('E1601', {
    remember: async (later) => {
      if (pin !== undefined) await checkPin(later, keys, ref, pin, call.now)
      await watch(later)
    },
  })
}

async function refuseUnpaid(trx: Trx, { settlementNo }: FoundCard): Promise<void> {
  try {
    await refuseUnpaidOrder(trx, settlementNo === null ? [] : [settlementNo])
  } catch (error) {
    if (error instanceof ApiError) throw new PartnerRefusal('E1603', { about: '未付款' })
    throw error
  }
}

async function activateOne(trx: Trx, card: FoundCard, { platformNo, now }: PartnerCall<unknown>) {
  const columns = activationColumns(card, platformNo, now)
  await trx
    .updateTable('couponCard')
    .set((row) => ({ ...columns, activatedAt: now, status: cardStatus.active, updatedAt: now, rowVersion: row('rowVersion', '+', 1) }))
    .where('id', '=', card.id)
    .execute()
  return columns
}
