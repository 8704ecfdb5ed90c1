import { lotMove, type OverLimitAction, overLimitAction, txnKind } from '../../../../rules/codes.generated.ts'
import { mulDivFloor, sum } from './arithmetic.ts'
import { awardParts, type Funder } from './issue.ts'
import { type AccountRef, platformOwner, sameAccount } from './kinds.ts'
import { byConsumption, isExpired, type Lot, takePoints } from './lots.ts'
import {
  type Allocation,
  type Component,
  emptyPlan,
  entryDefaults,
  type LotHolder,
  type PostingEntry,
  type PostingPlan,
} from './posting.ts'
import { LedgerRefusal } from './refusals.ts'
import type { SaleRule } from './saleRule.ts'

/** A source entry of the sale: what it gave and what returns have already brought back, both positive. */
export interface SourceEntry {
  readonly entryId: number
  readonly account: AccountRef
  readonly companyNo: string | null
  readonly unitPrice: number | null
  readonly component: Component | null
  readonly points: number
  readonly returnedPoints: number
}

/** A lot that the sale created, with what of it has expired (net of what returns have taken back from the expiry). */
export interface SaleLot extends Lot {
  readonly expiredPoints: number
}

export interface OriginalSale {
  readonly rule: SaleRule
  /** NT$ of the sale, and how much of it has been returned by amount. */
  readonly amount: number
  readonly returnedAmount: number
  readonly memberEntryId: number
  readonly entries: readonly SourceEntry[]
  readonly lots: readonly SaleLot[]
}

/** The sale's lots after late expiry: what lay past its day is expired, not left. */
export function withExpiredLots(original: OriginalSale, today: string): OriginalSale {
  const lots = original.lots.map((lot) =>
    isExpired(lot, today) ? { ...lot, remainingPoints: 0, expiredPoints: lot.expiredPoints + lot.remainingPoints } : lot,
  )
  return { ...original, lots }
}

export type ReturnRequest = { readonly kind: 'amount'; readonly amount: number } | { readonly kind: 'points'; readonly points: number }

/** 負點上限 in force for the member at this company. */
export interface DebtLimit {
  readonly limitPoints: number
  /** OverLimitAction: 1 refuse, 2 claw back up to the limit. */
  readonly overLimitAction: OverLimitAction
}

export interface IssueReturn {
  readonly original: OriginalSale
  readonly request: ReturnRequest
  readonly limit: DebtLimit
  /** The partner takes what can be had (after E1310). */
  readonly acceptPartial: boolean
  readonly companyNo: string
}

export interface IssueReturnPlan {
  /** Null when the points of the remaining amount are the same: nothing to post. */
  readonly posting: PostingPlan | null
  /** Points taken back, from the member or from the expired part. */
  readonly clawedPoints: number
  /** Points of the debt that this return opens. */
  readonly debtPoints: number
  /** Asked for but neither taken nor credited to the company. */
  readonly shortagePoints: number
}

function funderOf(entry: SourceEntry): Funder {
  if (entry.account.class === 'PAYG') return 'payer'
  return entry.account.class === 'PLATFORM' ? 'platform' : 'company'
}

function codeOf(component: Component | null): string {
  if (component === null) return ''
  return component.component === 'BASE' ? 'BASE' : `${component.component} ${component.componentCode}`
}

/** By amount: what the stored rule gives for the remaining amount, against what the entries still carry. */
function wantedByAmount(original: OriginalSale, amount: number): readonly number[] {
  const remaining = original.amount - original.returnedAmount - amount
  if (remaining < 0) throw new LedgerRefusal('E1305')
  const parts = awardParts(original.rule, remaining)
  return original.entries.map((entry) => {
    const same = parts.filter((part) => part.funder === funderOf(entry) && codeOf(part.component) === codeOf(entry.component))
    return Math.max(0, entry.points - entry.returnedPoints - sum(same.map((part) => part.points)))
  })
}

/** Pro rata with floors; the points that the floors leave go one each to the first entries that still have some. Exact on a full return. */
function proRata(shares: readonly number[], points: number): readonly number[] {
  const total = sum(shares)
  if (points > total) throw new LedgerRefusal('E1305')
  if (total === 0) return shares
  const parts = shares.map((share) => mulDivFloor(share, points, total))
  let left = points - sum(parts)
  return parts.map((part, index) => {
    const more = Math.min(left, 1, (shares[index] ?? 0) - part)
    left -= more
    return part + more
  })
}

/** Points to bring back per entry. @throws LedgerRefusal E1305 beyond what is left of the sale */
export function pointsToReturn(original: OriginalSale, request: ReturnRequest): readonly number[] {
  if (request.kind === 'amount') return wantedByAmount(original, request.amount)
  return proRata(
    original.entries.map((entry) => entry.points - entry.returnedPoints),
    request.points,
  )
}

interface Claw {
  readonly fromLots: readonly { lot: Lot; points: number }[]
  readonly fromExpired: readonly { lot: Lot; points: number }[]
  readonly debt: number
  readonly shortage: number
}

/** Claw-back order of domain 2.6. */
function claw(holder: LotHolder, input: IssueReturn, wanted: number): Claw {
  const saleLots = [...input.original.lots].sort(byConsumption)
  const own = takePoints(saleLots, wanted)
  const expired = takePoints(
    saleLots.map((lot) => ({ ...lot, remainingPoints: lot.expiredPoints })),
    own.short,
  )
  const isOfSale = (lot: Lot) => saleLots.some((sale) => 'id' in sale.key && 'id' in lot.key && sale.key.id === lot.key.id)
  const others = takePoints(holder.lots.filter((lot) => !isOfSale(lot)).sort(byConsumption), expired.short)
  const debtBefore = sum(holder.debts.map((debt) => debt.points))
  const debt = Math.min(others.short, Math.max(0, input.limit.limitPoints - debtBefore))
  const shortage = others.short - debt
  if (shortage > 0 && input.limit.overLimitAction === overLimitAction.refuse && !input.acceptPartial) {
    throw new LedgerRefusal('E1310', { shortagePoints: shortage })
  }
  return { fromLots: [...own.taken, ...others.taken], fromExpired: expired.taken, debt, shortage }
}

interface ReturnEntriesInput {
  readonly input: IssueReturn
  readonly fromMember: number
  readonly fromExpired: number
  readonly perEntry: readonly number[]
}

/** Entries: the member (when it gives anything), the expired part, then the sources in the order of the sale. */
function returnEntries(holder: LotHolder, { input, fromMember, fromExpired, perEntry }: ReturnEntriesInput): readonly PostingEntry[] {
  const entries: PostingEntry[] = []
  const { original, companyNo } = input
  if (fromMember > 0) {
    entries.push({ ...entryDefaults, account: holder.account, points: -fromMember, companyNo, originalEntryId: original.memberEntryId })
  }
  if (fromExpired > 0)
    entries.push({ ...entryDefaults, account: { class: 'EXPIRED', ownerId: platformOwner }, points: -fromExpired, companyNo })
  original.entries.forEach((entry, index) => {
    const points = perEntry[index] ?? 0
    if (points > 0) {
      const { account, unitPrice, component } = entry
      entries.push({ account, points, companyNo: entry.companyNo, unitPrice, component, originalEntryId: entry.entryId })
    }
  })
  return entries
}

function allocationsOf(result: Claw, memberEntryNo: number, expiredEntryNo: number): readonly Allocation[] {
  return [
    ...result.fromLots.map(({ lot, points }) => ({ lot: lot.key, points, kind: lotMove.return, for: { entryNo: memberEntryNo } })),
    ...result.fromExpired.flatMap(({ lot, points }) => [
      { lot: lot.key, points: -points, kind: lotMove.expire, for: { entryNo: expiredEntryNo } },
      { lot: lot.key, points, kind: lotMove.return, for: { entryNo: expiredEntryNo } },
    ]),
  ]
}

/**
 * Return of goods (kind 30): the points of the returned part go back to who paid for them.
 *
 * @param holder after late expiry
 * @throws LedgerRefusal E1305 more than is left, E1310 over the debt limit (`shortagePoints`)
 */
export function planIssueReturn(holder: LotHolder, input: IssueReturn): IssueReturnPlan {
  const wanted = pointsToReturn(input.original, input.request)
  const result = claw(holder, input, sum(wanted))
  const clawedPoints = sum(wanted) - result.shortage
  if (clawedPoints === 0) return { posting: null, clawedPoints, debtPoints: 0, shortagePoints: result.shortage }
  const perEntry = result.shortage === 0 ? wanted : proRata(wanted, clawedPoints)
  const fromExpired = sum(result.fromExpired.map((part) => part.points))
  const entries = returnEntries(holder, { input, fromMember: clawedPoints - fromExpired, fromExpired, perEntry })
  const memberEntryNo = entries.findIndex((entry) => sameAccount(entry.account, holder.account)) + 1
  const expiredEntryNo = entries.findIndex((entry) => entry.account.class === 'EXPIRED') + 1
  const posting: PostingPlan = {
    ...emptyPlan(txnKind.issueReturn, entries),
    allocations: allocationsOf(result, memberEntryNo, expiredEntryNo),
    newDebt: result.debt > 0 ? { points: result.debt, companyNo: input.companyNo } : null,
    floor: -input.limit.limitPoints,
  }
  return { posting, clawedPoints, debtPoints: result.debt, shortagePoints: result.shortage }
}
