import { lotMove, type TxnKind } from '../../../../rules/codes.generated.ts'
import { addDays } from '../../../../rules/dates.ts'
import { repay } from './credit.ts'
import type { AccountRef } from './kinds.ts'
import { byConsumption, isExpired, type Lot } from './lots.ts'
import {
  type Allocation,
  emptyPlan,
  entryDefaults,
  type LotHolder,
  lotOfPlan,
  type NewLot,
  type PostingEntry,
  type PostingPlan,
} from './posting.ts'
import { LedgerRefusal } from './refusals.ts'

/** One lot that the original spent from; `openPoints` = spent minus what returns have restored. */
export interface SpentLot extends Lot {
  readonly openPoints: number
}

/** The original redeem, conversion or exchange. */
export interface OriginalSpend {
  readonly holderEntryId: number
  /** The entry that received the points, and what returns have left of it. */
  readonly sink: {
    readonly entryId: number
    readonly account: AccountRef
    readonly companyNo: string | null
    readonly unitPrice: number | null
    readonly openPoints: number
  }
  /** Empty for a serial batch, which has no lots. */
  readonly lots: readonly SpentLot[]
}

export interface RestorePlan extends PostingPlan {
  readonly repaidPoints: number
}

interface Restored {
  readonly lots: readonly NewLot[]
  readonly allocations: readonly Allocation[]
  readonly credited: readonly Lot[]
}

/** Latest expiry first; a lot that has expired meanwhile comes back as a new one with days of grace. */
function restoreLots(spent: readonly SpentLot[], points: number, today: string, graceDays: number): Restored {
  const lots: NewLot[] = []
  const allocations: Allocation[] = []
  const credited: Lot[] = []
  let left = points
  for (const lot of [...spent].sort(byConsumption).reverse()) {
    const part = Math.min(left, lot.openPoints)
    if (part === 0) continue
    left -= part
    if (isExpired(lot, today)) {
      const grace = { ...lot, effectiveDate: today, expireDate: addDays(today, graceDays) }
      const { issuerCompanyNo, activityCode, effectiveDate, expireDate } = grace
      const originLotId = 'id' in lot.key ? lot.key.id : null
      lots.push({ issuerCompanyNo, activityCode, effectiveDate, expireDate, issuedPoints: part, originLotId })
      credited.push(lotOfPlan(lots.at(-1) as NewLot, lots.length))
    } else {
      allocations.push({ lot: lot.key, points: -part, kind: lotMove.restore, for: { entryNo: 1 } })
      credited.push({ ...lot, remainingPoints: part })
    }
  }
  if (left > 0) throw new LedgerRefusal('E1305')
  return { lots, allocations, credited }
}

/**
 * Gives spent points back: redeem return (31), exchange cancel (71).
 *
 * @param holder after late expiry
 * @throws LedgerRefusal E1305 more than is left of the original, E1202 for a closed member
 */
export function planRestore(
  kind: TxnKind,
  holder: LotHolder,
  original: OriginalSpend,
  request: { readonly points: number; readonly today: string; readonly graceDays: number },
): RestorePlan {
  if (holder.status === 'closed') throw new LedgerRefusal('E1202')
  const { sink } = original
  const { points } = request
  if (points > sink.openPoints) throw new LedgerRefusal('E1305')
  const hasOwnLots = holder.account.class !== 'SERIAL'
  const restored = hasOwnLots
    ? restoreLots(original.lots, points, request.today, request.graceDays)
    : { lots: [], allocations: [], credited: [] }
  const repayment = repay(holder.debts, restored.credited)
  const entries: readonly PostingEntry[] = [
    { ...entryDefaults, account: holder.account, points, companyNo: sink.companyNo, originalEntryId: original.holderEntryId },
    {
      ...entryDefaults,
      account: sink.account,
      points: -points,
      companyNo: sink.companyNo,
      unitPrice: sink.unitPrice,
      originalEntryId: sink.entryId,
    },
  ]
  return {
    ...emptyPlan(kind, entries),
    lots: restored.lots,
    allocations: [...restored.allocations, ...repayment.allocations],
    debtChanges: repayment.debtChanges,
    repaidPoints: repayment.repaidPoints,
  }
}
