import { deliveryMethod, serialBatchStatus } from '../../../rules/codes.generated.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { textError } from '../../platform/errors.ts'
import type { ChangesOf, HookContext, RecordOf } from '../../records/hooks.ts'
import { voidPaymentStatus } from '../accounting/public.ts'
import { type ChangeStamp, closeSerialFile, voidCodes } from '../serial/public.ts'
import { type Order, orderOf } from './generation.ts'
import { settlementTexts } from './settlementRules.ts'

type Settlement = RecordOf<'corporateSettlement'>

/** Ends an order: nothing of it can be used afterwards, and its points are back where they came from. */
export async function voidSettlement(context: HookContext, settlement: Settlement): Promise<ChangesOf<'corporateSettlement'>> {
  const { trx, actor, now } = context
  const order = orderOf(settlement)
  const isGenerated = settlement.status === serialBatchStatus.generated || settlement.status === serialBatchStatus.delivered
  if (isGenerated) await voidGenerated(trx, order, { userName: actor.userName, now })
  else await removeUnposted(trx, order)
  await closeSerialFile(trx, order.settlementNo)
  return { paymentStatus: voidPaymentStatus(settlement) }
}

async function voidGenerated(trx: Trx, order: Order, stamp: ChangeStamp): Promise<void> {
  if (order.deliveryMethod === deliveryMethod.account) throw textError(409, settlementTexts.inAccount)
  const used = await trx
    .selectFrom('serialUse')
    .select('id')
    .where('holderNo', '=', order.settlementNo)
    .where('useKind', 'in', ['exchange', 'deposit'])
    .limit(1)
    .executeTakeFirst()
  if (used) throw textError(409, settlementTexts.used)
  await voidCodes(trx, order.deliveryMethod === deliveryMethod.file ? 'serial' : 'card', { settlementNo: order.settlementNo }, stamp)
}

/** Serials of a generation that had not come to its end: nobody has seen them, and they hold no points. */
async function removeUnposted(trx: Trx, { settlementNo }: Order): Promise<void> {
  await trx.deleteFrom('pointSerial').where('settlementNo', '=', settlementNo).execute()
  const batch = await trx
    .selectFrom('couponCard')
    .select('cardBatchNo')
    .where('settlementNo', '=', settlementNo)
    .limit(1)
    .executeTakeFirst()
  if (!batch) return
  await trx.deleteFrom('couponCard').where('settlementNo', '=', settlementNo).execute()
  await closeSerialFile(trx, batch.cardBatchNo)
}
