import type { Trx } from '../../platform/database/tables.ts'
import { ledger } from '../points/public.ts'
import type { OpenedSerial } from '../serial/public.ts'
import { takeSerials } from '../serial/public.ts'
import type { PaidPart, Pay } from './order.ts'

/** Takes the points from the account of a corporate member, as one posting. */
export function payFromAccount(corporateNo: string): Pay {
  return async (trx, { points, context }) => [
    { holderNo: null, points, posted: await ledger.exchange(trx, { context, from: { corporateNo }, points }) },
  ]
}

/** Takes the points from serials and cards, the nearest expiry first; one posting per batch that they belong to. */
export function payFromSerials(serials: readonly OpenedSerial[]): Pay {
  return async (trx: Trx, { orderNo, points, context }) => {
    const holders = await takeSerials(trx, { serials, points, use: { kind: 'exchange', orderNo }, now: context.now })
    const parts: PaidPart[] = []
    for (const { holderNo, points: part } of holders) {
      const source = { work: 'EXCHANGE', workId: `${orderNo}/${holderNo}` }
      const posted = await ledger.exchange(trx, { context: { ...context, source }, from: { settlementNo: holderNo }, points: part })
      parts.push({ holderNo, points: part, posted })
    }
    return parts
  }
}
