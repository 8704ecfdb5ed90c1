import { type RawBuilder, sql } from 'kysely'
import { cardStatus, paymentStatus, serialBatchStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { literals } from '../../platform/database/literals.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { apiError, textError } from '../../platform/errors.ts'
import type { PostingContext } from '../points/public.ts'
import { ledger } from '../points/public.ts'
import { cardExpireDate, cardTexts } from './cardRules.ts'
import { assertPinsHandedOver } from './madeFile.ts'

/** A card as its activation needs it. */
export interface ActivatedCard {
  readonly id: number
  readonly cardNo: string
  readonly holderNo: string
  readonly points: number
  readonly validMonths: number
}

/** Points of cards ordered by a corporate member start to count when they are paid, or on credit. @throws 409 */
export async function assertOrderPaid(trx: Trx, settlementNos: readonly string[]): Promise<void> {
  if (settlementNos.length === 0) return
  const { rows } = await sql<{ isVoid: boolean; isPaid: boolean }>`
    select s.status not in (${literals(serialBatchStatus.generated, serialBatchStatus.delivered, serialBatchStatus.settled)}) as is_void,
      s.payment_status = ${sql.lit(paymentStatus.paid)} or s.total_amount = 0 or coalesce(m.credit_term_days, 0) > 0 as is_paid
    from corporate_settlement s join corporate_member m on m.corporate_no = s.corporate_no
    where s.settlement_no = any(${[...settlementNos]}::text[])`.execute(trx)
  if (rows.some((row) => row.isVoid)) throw textError(409, cardTexts.orderVoid)
  if (rows.some((row) => !row.isPaid)) throw textError(409, cardTexts.unpaid)
}

/** What an activation writes into a card. */
export function activationColumns(card: Pick<ActivatedCard, 'points' | 'validMonths'>, by: string, now: Date) {
  return {
    remainingPoints: card.points,
    activatedAt: now.toISOString(),
    activatedBy: by,
    expireDate: cardExpireDate(taipeiDate(now), card.validMonths),
    wrongPins: 0,
  }
}

/** CARD_ACTIVATE of some cards, one posting per account. Without a source of the caller, the first card of each account names it. */
export async function postActivation(
  trx: Trx,
  cards: readonly ActivatedCard[],
  context: Omit<PostingContext, 'source'> & Partial<Pick<PostingContext, 'source'>>,
) {
  const holders = [...new Set(cards.map((card) => card.holderNo))].sort()
  const posted = []
  for (const holderNo of holders) {
    const own = cards.filter((card) => card.holderNo === holderNo)
    const first = own.map((card) => card.cardNo).sort()[0] ?? ''
    const source = context.source ?? { work: 'CARD_ACTIVATE', workId: first }
    const points = own.reduce((sum, card) => sum + card.points, 0)
    posted.push(
      await ledger.transfer(trx, { context: { ...context, source }, transfer: { kind: 'cardActivate', settlementNo: holderNo }, points }),
    )
  }
  return posted
}

/**
 * Activates shipped cards at once.
 *
 * @param where which; all of them must be shipped, or nothing happens
 * @returns how many
 * @throws M08 for none, 409 while their order is not paid
 */
export async function activateCards(trx: Trx, where: RawBuilder<boolean>, by: string, now: Date): Promise<number> {
  const { rows } = await sql<ActivatedCard & { status: string; settlementNo: string | null; cardBatchNo: string }>`
    select id, card_no, holder_no, points, valid_months, status, settlement_no, card_batch_no
    from coupon_card where ${where} order by id for update`.execute(trx)
  if (rows.length === 0) throw apiError('M08')
  if (rows.some((row) => row.status !== cardStatus.shipped)) throw apiError('M09')
  await assertOrderPaid(trx, [...new Set(rows.flatMap((row) => row.settlementNo ?? []))])
  await assertPinsHandedOver(
    trx,
    rows.map((row) => row.cardBatchNo),
  )
  for (const validMonths of new Set(rows.map((row) => row.validMonths))) {
    const { activatedAt, expireDate } = activationColumns({ points: 0, validMonths }, by, now)
    await sql`
      update coupon_card set status = ${cardStatus.active}, remaining_points = points, activated_at = ${activatedAt}, activated_by = ${by},
        expire_date = ${expireDate}, wrong_pins = 0, row_version = row_version + 1, updated_by = ${by}, updated_at = ${now}
      where id = any(${rows.map((row) => row.id)}::bigint[]) and valid_months = ${validMonths}`.execute(trx)
  }
  await postActivation(trx, rows, { now, businessAt: now, companyNo: null, retailStoreNo: null, createdBy: by })
  return rows.length
}
