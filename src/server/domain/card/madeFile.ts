import type { Trx } from '../../platform/database/tables.ts'
import { textError } from '../../platform/errors.ts'
import { cardTexts } from './cardRules.ts'

/**
 * Cards leave the house, and are worth something, only with their pins printed. The list of a batch is kept until the card maker's file is
 * fetched: while it is there, nobody has the pins.
 *
 * @throws 409 for cards of a batch whose file was never made
 */
export async function assertPinsHandedOver(trx: Trx, cardBatchNos: readonly string[]): Promise<void> {
  if (cardBatchNos.length === 0) return
  const waiting = await trx
    .selectFrom('serialSecret')
    .select('holderNo')
    .where('holderNo', 'in', [...new Set(cardBatchNos)])
    .orderBy('holderNo')
    .limit(1)
    .executeTakeFirst()
  if (waiting) throw textError(409, cardTexts.noPins.replace('{batch}', waiting.holderNo))
}
