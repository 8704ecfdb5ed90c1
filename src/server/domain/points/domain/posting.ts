import type { TxnKind } from '../../../../rules/codes.generated.ts'
import { addDays, startOfTaipeiDate, taipeiDate } from '../../../../rules/dates.ts'
import { sum } from './arithmetic.ts'
import { type AccountRef, type AllocationKind, entrySigns, isHolder, sameAccount } from './kinds.ts'
import type { Lot, LotKey } from './lots.ts'
import { LedgerRefusal } from './refusals.ts'

/** When, where and by whom something is posted: what all kinds have in common. */
export interface PostingContext {
  /** The clock at the posting; becomes postedAt. */
  readonly now: Date
  /** When it happened in the world. */
  readonly businessAt: Date
  /** Unique for ever per kind (I8): a partner's platformNo and externalTxnNo, or the work that caused it and its number. */
  readonly source:
    | { readonly platformNo: string; readonly externalTxnNo: string; readonly requestHash: string }
    | { readonly work: string; readonly workId: string }
  readonly companyNo: string | null
  readonly retailStoreNo: string | null
  readonly createdBy: string
  readonly remark?: string | null
}

/** Of a posting that a company has part in, where others may be of the platform alone. */
export interface CompanyContext extends PostingContext {
  readonly companyNo: string
}

/** Columns of a transaction that only some kinds have. */
export interface PostingDetail {
  readonly memberNo?: string
  readonly corporateNo?: string
  readonly amount?: number
  readonly payableAmount?: number | null
  readonly paymentType?: string | null
  readonly cardNo?: string | null
  readonly rewardPointId?: number | null
  readonly ruleSnapshot?: unknown
  readonly activityCode?: string | null
  readonly originalTransactionId?: number
}

export function businessDateOf(context: PostingContext): string {
  return taipeiDate(context.businessAt)
}

/** Taipei date of the posting: availability and expiry count by it. */
export function todayOf(context: PostingContext): string {
  return taipeiDate(context.now)
}

const aheadMaxMs = 5 * 60_000

/** @throws LedgerRefusal E1016 beyond `maxBackdateDays` (TXN.MAX_BACKDATE_DAYS) back or 5 minutes ahead */
export function checkBusinessTime(businessAt: Date, now: Date, maxBackdateDays: number): void {
  const earliest = startOfTaipeiDate(addDays(taipeiDate(now), -maxBackdateDays))
  if (businessAt < earliest || businessAt.getTime() > now.getTime() + aheadMaxMs) throw new LedgerRefusal('E1016')
}

/**
 * What takes something back happened after it, or it would lie in a period whose statement does not know the original. The clocks of two
 * tills may differ as much as one may be ahead.
 *
 * @throws LedgerRefusal E1016
 */
export function checkReturnTime(businessAt: Date, original: { readonly businessAt: Date }): void {
  if (businessAt.getTime() < original.businessAt.getTime() - aheadMaxMs) throw new LedgerRefusal('E1016')
}

/** What the award entry pays for. */
export type Component =
  | { readonly component: 'BASE' }
  | { readonly component: 'EXTRA'; readonly componentCode: string }
  | { readonly component: 'ACTIVITY'; readonly componentCode: string }

/** One entry of a posting. `companyNo`: the owner of a billed account, otherwise the company that the entry is reported under. */
export interface PostingEntry {
  readonly account: AccountRef
  /** Positive = received by the account. */
  readonly points: number
  readonly companyNo: string | null
  /** NT$ per point in force, untaxed or taxed as the class says; null where nothing is billed or paid. */
  readonly unitPrice: number | null
  readonly component: Component | null
  readonly originalEntryId: number | null
}

/** A lot to create; its `ref` is its place in `lots`, from 1. */
export interface NewLot {
  readonly issuerCompanyNo: string
  readonly activityCode: string | null
  readonly issuedPoints: number
  readonly effectiveDate: string
  readonly expireDate: string
  readonly originLotId: number | null
}

/** Points taken from a lot (negative: given back) for an entry of the posting (by its number, from 1), or to repay a debt. */
export interface Allocation {
  readonly lot: LotKey
  readonly points: number
  readonly kind: AllocationKind
  readonly for: { readonly entryNo: number } | { readonly debtId: number }
}

/** Change of a debt that exists. */
export interface DebtChange {
  readonly debtId: number
  readonly repaid: number
  readonly writtenOff: number
}

export interface NewDebt {
  readonly points: number
  readonly companyNo: string
}

/** Everything one transaction does, decided and not yet written. At most one of its holders has lots or debts. */
export interface PostingPlan {
  readonly kind: TxnKind
  readonly entries: readonly PostingEntry[]
  readonly lots: readonly NewLot[]
  readonly allocations: readonly Allocation[]
  readonly debtChanges: readonly DebtChange[]
  readonly newDebt: NewDebt | null
  /** A member may go down to this balance (minus the debt limit); null = no limit to check. */
  readonly floor: number | null
}

/** A debt of a member; `points` is what is still owed. */
export interface Debt {
  readonly id: number
  readonly points: number
}

/** A member or corporate member as locked: lots with points left, debts oldest first. */
export interface LotHolder {
  readonly account: AccountRef
  readonly lots: readonly Lot[]
  readonly debts: readonly Debt[]
  /** MemberStatus; corporate members are always normal here. */
  readonly status: 'normal' | 'frozen' | 'closed'
}

/** A decided posting: what it moves, and what its transaction says of itself. */
export interface PlannedPosting {
  readonly plan: PostingPlan
  readonly context: PostingContext
  readonly detail: PostingDetail
}

/** A holder account as it was when it was read. */
export interface HolderAccount {
  readonly accountId: number
  readonly account: AccountRef
  readonly balance: number
  /** Number of its entries. */
  readonly version: number
}

/** Balance of an account among holders; 0 for one that is not there. */
export function balanceOf(holders: readonly HolderAccount[], account: AccountRef): number {
  return holders.find((holder) => sameAccount(holder.account, account))?.balance ?? 0
}

/** Columns that name the owner of a holder account. */
export function ownerDetail(account: AccountRef): PostingDetail {
  if (account.class === 'MEMBER') return { memberNo: account.ownerId }
  return account.class === 'CORP' ? { corporateNo: account.ownerId } : {}
}

export const entryDefaults = { companyNo: null, unitPrice: null, component: null, originalEntryId: null } as const

export function emptyPlan(kind: TxnKind, entries: readonly PostingEntry[]): PostingPlan {
  return { kind, entries, lots: [], allocations: [], debtChanges: [], newDebt: null, floor: null }
}

/** Lot that a plan will create, as a lot to take from. */
export function lotOfPlan(lot: NewLot, ref: number): Lot {
  return { ...lot, key: { ref }, remainingPoints: lot.issuedPoints }
}

/** A plan that does not hold is a mistake of the code: it never reaches the database. */
class BrokenPlanError extends Error {
  constructor(kind: TxnKind, reason: string) {
    super(`posting of kind ${kind}: ${reason}`)
    this.name = 'BrokenPlanError'
  }
}

/** Holder whose lots and debts the plan moves; null for postings between other accounts. */
export function lotHolderOf(plan: PostingPlan): AccountRef | null {
  return plan.entries.find((entry) => entry.account.class === 'MEMBER' || entry.account.class === 'CORP')?.account ?? null
}

/** Entries, signs and sums (I1, I4, 2.3), checked before the database checks them again. */
export function assertPlan(plan: PostingPlan): void {
  const shape: Readonly<Partial<Record<string, string>>> = entrySigns[plan.kind]
  if (plan.entries.length < 2) throw new BrokenPlanError(plan.kind, 'fewer than two entries')
  if (sum(plan.entries.map((entry) => entry.points)) !== 0) throw new BrokenPlanError(plan.kind, 'entries do not sum to zero')
  for (const { account, points } of plan.entries) {
    const sign = shape[account.class]
    if (!Number.isSafeInteger(points) || points === 0) throw new BrokenPlanError(plan.kind, `${account.class} moves by ${points}`)
    if (!sign?.includes(points > 0 ? '+' : '-')) throw new BrokenPlanError(plan.kind, `${account.class} must not move by ${points}`)
  }
  assertHolder(plan)
}

/** What the holder gets must lie in lots or lower its debt, and the other way round. */
function assertHolder(plan: PostingPlan): void {
  const holder = lotHolderOf(plan)
  const balance = holder ? sum(plan.entries.filter((entry) => sameAccount(entry.account, holder)).map((entry) => entry.points)) : 0
  if (balance !== lotChange(plan) - debtPointsChange(plan))
    throw new BrokenPlanError(plan.kind, 'lots and debts do not explain the balance')
}

/** Change of the points in lots. */
export function lotChange(plan: PostingPlan): number {
  return sum(plan.lots.map((lot) => lot.issuedPoints)) - sum(plan.allocations.map((allocation) => allocation.points))
}

/** Change of the points owed. */
export function debtPointsChange(plan: PostingPlan): number {
  return (plan.newDebt?.points ?? 0) - sum(plan.debtChanges.map((change) => change.repaid + change.writtenOff))
}

/** Holder accounts of the plan, each once, in the order of the entries. */
export function holdersOf(plan: PostingPlan): readonly AccountRef[] {
  const holders: AccountRef[] = []
  for (const { account } of plan.entries) {
    if (isHolder(account) && !holders.some((known) => sameAccount(known, account))) holders.push(account)
  }
  return holders
}
