import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { cardStatus } from '../../../rules/codes.generated.ts'
import { parseCardNo } from '../../../rules/serialNo.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { ApiError } from '../../platform/errors.ts'
import type { AnomalyInspector } from '../anomaly/public.ts'
import type { BodyOf, PartnerCall } from '../partner/public.ts'
import { contextOf, examineUnlessRefused, getCallPlaceOrThrow, ParameterCache, PartnerRefusal } from '../partner/public.ts'
import type { SerialKeys } from '../serial/public.ts'
import { checkPin, nobody } from '../serial/public.ts'
import { type ActivatedCard, activationColumns, assertOrderPaid, postActivation } from './activation.ts'

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
}

type ActivateCall = PartnerCall<BodyOf<'cards/activate'>>

/** POST cards/activate: a shop sells a card that was shipped to it. */
export function registerCardCalls(app: Pick<FastifyInstance, 'partner' | 'anomaly'>, keys: SerialKeys): void {
  const services = { anomaly: app.anomaly, parameters: new ParameterCache() }
  app.partner.registerExamined(
    'cards/activate',
    (db, call) =>
      examineUnlessRefused(
        () => getCallPlaceOrThrow(db, services, call),
        () => examineCard(db, keys, call, app.anomaly),
      ),
    async (trx, call, cardId) => {
      const { businessAt, retailStoreNo } = await getCallPlaceOrThrow(trx, services, call)
      const card = await findCard(trx, call, cardId)
      if (card.status !== cardStatus.shipped) throw new PartnerRefusal('E1603', { about: stateLabels[card.status] ?? '' })
      await assertPaid(trx, card)
      const { expireDate } = await activateOne(trx, card, call)
      const [posted] = await postActivation(trx, [card], contextOf(call, businessAt, retailStoreNo))
      const fields = { points: card.points, expireDate }
      return { fields, transactionId: posted?.transactionId ?? null, transactionNo: posted?.transactionNo ?? null }
    },
  )
}

/**
 * Unknown, of another shop, wrong pin: one answer for all, by the same steps. A wrong try is counted here, in a transaction of its own.
 *
 * @returns id of the card; null for a wrong number or pin
 */
export function examineCard(
  db: Database,
  keys: SerialKeys,
  { body, address, now, platformNo }: ActivateCall,
  anomaly: Pick<AnomalyInspector, 'serialAttempt'>,
): Promise<number | null> {
  const { companyNo, pin } = body
  const cardNo = parseCardNo(body.cardNo) ?? ''
  return transact(db, async (trx) => {
    const { rows } = await sql<{ id: number }>`
      select id from coupon_card where card_no = ${cardNo} and (company_no is null or company_no = ${companyNo}) for update`.execute(trx)
    const id = rows[0]?.id ?? null
    const ref = { kind: 'card', id: id ?? nobody, number: cardNo } as const
    const isRight = pin === undefined || (await checkPin(trx, keys, { ref, pin, now })) !== null
    if (id !== null && isRight) return id
    await anomaly.serialAttempt(trx, { ipAddress: address, occurredAt: now, platformNo, companyNo })
    return null
  })
}

/** @param cardId of `examineCard`; undefined when the call was refused while it was examined, and is not any more. @throws PartnerRefusal E1601, E1900 */
async function findCard(trx: Trx, { body }: ActivateCall, cardId: number | null | undefined): Promise<FoundCard> {
  if (cardId === undefined) throw new PartnerRefusal('E1900')
  const { rows } = await sql<FoundCard>`
    select id, card_no, holder_no, points, valid_months, status, settlement_no from coupon_card
    where id = ${cardId} and (company_no is null or company_no = ${body.companyNo}) for update`.execute(trx)
  const card = rows[0]
  if (!card) throw new PartnerRefusal('E1601')
  return card
}

async function assertPaid(trx: Trx, { settlementNo }: FoundCard): Promise<void> {
  try {
    await assertOrderPaid(trx, settlementNo === null ? [] : [settlementNo])
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
