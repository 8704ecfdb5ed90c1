import { cardStatus } from '../../../rules/codes.generated.ts'
import { apiError, textError } from '../../platform/errors.ts'
import type { ChangesOf, HookContext, RecordHooks, RecordOf } from '../../records/hooks.ts'
import { activationColumns, assertOrderPaid, postActivation } from './activation.ts'
import { assertPinsHandedOver } from './madeFile.ts'
import { voidCard } from './voidCard.ts'

/** What the records engine does besides for cards (domain 3.4, 4.12). Cards are made by 製卡 in batches, never one by one. */
export const cardHooks: RecordHooks<'couponCard'> = {
  beforeCreate: () => {
    throw textError(400, '實體卡以「製卡」整批建立。', 'M05')
  },
  beforeDelete: () => {
    throw apiError('M11')
  },
  transitions: {
    ship: async ({ trx, now }, card) => {
      await assertPinsHandedOver(trx, [card.cardBatchNo])
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

async function activate({ trx, actor, now }: HookContext, card: RecordOf<'couponCard'>): Promise<ChangesOf<'couponCard'>> {
  const { id, cardNo, cardBatchNo, settlementNo, points, validMonths } = card
  await assertOrderPaid(trx, settlementNo === null ? [] : [settlementNo])
  await assertPinsHandedOver(trx, [cardBatchNo])
  const own = { id, cardNo, holderNo: settlementNo ?? cardBatchNo, points, validMonths }
  const context = { now, businessAt: now, companyNo: null, retailStoreNo: null, createdBy: actor.userName }
  await postActivation(trx, [own], context)
  return activationColumns(own, actor.userName, now)
}
