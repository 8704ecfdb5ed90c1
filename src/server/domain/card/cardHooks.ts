import { refuse, refuseWith } from '../../platform/errors.ts'
import type { HookContext, RecordHooks, RecordValues, StoredRecord } from '../../records/hooks.ts'
import { cardStatus } from '../serial/bearers.ts'
import { activationColumns, postActivation, refuseUnpaidOrder } from './activation.ts'
import { refuseWithoutPins } from './madeFile.ts'
import { voidCard } from './voidCard.ts'

/** What the records engine does besides for cards (domain 3.4, 4.12). Cards are made by 製卡 in batches, never one by one. */
export const cardHooks: RecordHooks = {
  beforeCreate: () => {
    throw refuseWith(400, '實體卡以「製卡」整批建立。', 'M05')
  },
  beforeDelete: () => {
    throw refuse('M11')
  },
  transitions: {
    ship: async ({ trx, now }, card) => {
      await refuseWithoutPins(trx, [String(card.cardBatchNo)])
      return { shippedAt: now.toISOString() }
    },
    activate,
    freeze: () => ({ frozenBy: 'staff' }),
    thaw: (_context, card) => ({
      status: card.remainingPoints === card.points ? cardStatus.active : cardStatus.partlyUsed,
      frozenBy: null,
      wrongPins: 0,
    }),
    void: voidCard,
  },
}

async function activate({ trx, actor, now }: HookContext, card: StoredRecord): Promise<RecordValues> {
  const settlementNo = typeof card.settlementNo === 'string' ? card.settlementNo : null
  await refuseUnpaidOrder(trx, settlementNo === null ? [] : [settlementNo])
  await refuseWithoutPins(trx, [String(card.cardBatchNo)])
  const own = {
    id: card.id,
    cardNo: String(card.cardNo),
    holderNo: settlementNo ?? String(card.cardBatchNo),
    points: Number(card.points),
    validMonths: Number(card.validMonths),
  }
  const occasion = { now, businessAt: now, companyNo: null, retailStoreNo: null, createdBy: actor.userName }
  await postActivation(trx, [own], occasion)
  return activationColumns(own, actor.userName, now)
}
