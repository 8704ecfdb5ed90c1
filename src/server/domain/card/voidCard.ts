import type { ChangesOf, HookContext, RecordOf } from '../../records/hooks.ts'
import { ledger } from '../points/public.ts'

/** What is left of a card goes back to the point centre; a card in stock has nothing. */
export async function voidCard({ trx, actor, now }: HookContext, card: RecordOf<'couponCard'>): Promise<ChangesOf<'couponCard'>> {
  const points = card.remainingPoints
  if (points > 0) {
    const holderNo = card.settlementNo ?? card.cardBatchNo
    const { id: useId } = await trx
      .insertInto('serialUse')
      .values({ bearerKind: 'card', bearerId: card.id, holderNo, useKind: 'void', points, orderNo: null, usedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const source = { work: 'SERIAL_VOID', workId: String(useId) }
    const context = { now, businessAt: now, source, companyNo: null, retailStoreNo: null, createdBy: actor.userName }
    await ledger.transfer(trx, { context, transfer: { kind: 'serialVoid', settlementNo: holderNo }, points })
  }
  return { remainingPoints: 0, frozenBy: null }
}
