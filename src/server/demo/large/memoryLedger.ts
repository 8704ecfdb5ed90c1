import { lotMove } from '../../../rules/codes.generated.ts'
import type { AccountRef, CompanyTerms, HolderAccount, PeriodChoice, PostingNumber, SaleLot } from '../../domain/points/public.ts'
import {
  businessDateOf,
  holdersOf,
  type LotHolder,
  lotHolderOf,
  type Period,
  type PostingContext,
  type PostingDetail,
  type PostingPlan,
  payloadOf,
  periodOf,
  postingNumberOf,
  type Stream,
  streamOf,
} from '../../domain/points/public.ts'
import { type Batch, createBatch } from './batch.ts'

/** A lot with its current points. Sales and redemptions keep it, to see later what is left of it. */
export interface LiveLot extends SaleLot {
  readonly key: { readonly id: number }
  remainingPoints: number
  expiredPoints: number
}

interface LiveDebt {
  readonly id: number
  points: number
}

/** State of a holder account in memory. */
interface LiveAccount {
  readonly accountId: number
  readonly account: AccountRef
  balance: number
  version: number
  lots: LiveLot[]
  debts: LiveDebt[]
}

/** Result of a posting. The ids of its entries are `transactionId` + entry number. */
export interface MemoryPosting {
  readonly transactionId: number
  readonly lots: readonly LiveLot[]
}

/** The current numbers of the database's counters, and the rows that exist already. */
export interface MemoryLedgerStart {
  /** Accounts by class and owner. Holder accounts that will be posted to must be empty. */
  readonly accounts: ReadonlyMap<string, { readonly id: number }>
  readonly terms: ReadonlyMap<string, CompanyTerms>
  /** Ids of periods by company, stream and period number. */
  readonly periods: Map<string, number>
  readonly firstNumber: number
  /** Returns a new id for a period. */
  nextId(): number
}

function accountKey(account: AccountRef): string {
  return `${account.class} ${account.ownerId}`
}

/**
 * A ledger for large amounts of demo data. It uses the planners of the real ledger, but keeps the state of the holders in memory instead of
 * locking rows. Postings are collected in batches for the bulk writer. Nobody else may post meanwhile.
 */
export class MemoryLedger {
  readonly #start: MemoryLedgerStart
  readonly #accounts = new Map<string, LiveAccount>()
  #number: number
  #debts = 0
  #batch: Batch = createBatch()
  readonly counts = new Map<string, number>()

  constructor(start: MemoryLedgerStart) {
    this.#start = start
    this.#number = start.firstNumber
  }

  get posted(): number {
    return this.#number - this.#start.firstNumber
  }

  get nextNumber(): number {
    return this.#number
  }

  /** Number of debts opened so far. */
  get debts(): number {
    return this.#debts
  }

  termsOf(companyNo: string): CompanyTerms {
    const terms = this.#start.terms.get(companyNo)
    if (!terms) throw new Error(`no company ${companyNo}`)
    return terms
  }

  /** Returns what was posted since the last call. */
  takeBatch(): Batch {
    const batch = this.#batch
    this.#batch = createBatch()
    return batch
  }

  #live(account: AccountRef): LiveAccount {
    const key = accountKey(account)
    const known = this.#accounts.get(key)
    if (known) return known
    const start = this.#start.accounts.get(key)
    if (!start) throw new Error(`no account ${key}`)
    const made: LiveAccount = { accountId: start.id, account, balance: 0, version: 0, lots: [], debts: [] }
    this.#accounts.set(key, made)
    return made
  }

  balanceOf(account: AccountRef): number {
    return this.#accounts.get(accountKey(account))?.balance ?? 0
  }

  /** Lots with points left and open debts of an account, as the planners need them. */
  holder(account: AccountRef): LotHolder {
    const live = this.#live(account)
    live.lots = live.lots.filter((lot) => lot.remainingPoints > 0)
    live.debts = live.debts.filter((debt) => debt.points > 0)
    return { account, status: 'normal', lots: live.lots, debts: live.debts }
  }

  post(plan: PostingPlan, context: PostingContext, detail: PostingDetail): MemoryPosting {
    const live = holdersOf(plan).map((account) => this.#live(account))
    const locked = live.map(({ accountId, account, balance, version }): HolderAccount => ({ accountId, account, balance, version }))
    const periods = this.#periodsOf(plan, businessDateOf(context))
    const { payload, after } = payloadOf({ plan, context, detail, locked, periods })
    const number = this.#nextNumber(context.now)
    this.#batch.postings.push({ payload, number })
    for (const [index, { balance, version }] of after.entries()) Object.assign(live[index] as LiveAccount, { balance, version })
    const lots = this.#moveLots(plan, number.transactionId)
    this.#moveDebts(plan, number.transactionId)
    this.counts.set(plan.kind, (this.counts.get(plan.kind) ?? 0) + 1)
    return { transactionId: number.transactionId, lots }
  }

  #nextNumber(now: Date): PostingNumber {
    const number = this.#number
    this.#number += 1
    return postingNumberOf(now, number)
  }

  #moveLots(plan: PostingPlan, transactionId: number): readonly LiveLot[] {
    const owner = lotHolderOf(plan)
    if (!owner) return []
    const live = this.#live(owner)
    const made = plan.lots.map((lot, index): LiveLot => {
      const { issuerCompanyNo, activityCode, issuedPoints, effectiveDate, expireDate } = lot
      const id = transactionId + index + 1
      return { key: { id }, issuerCompanyNo, activityCode, remainingPoints: issuedPoints, effectiveDate, expireDate, expiredPoints: 0 }
    })
    live.lots.push(...made)
    for (const { lot, points, kind } of plan.allocations) {
      const id = 'id' in lot ? lot.id : transactionId + lot.ref
      this.#takeFromLot(live, id, points, kind === lotMove.expire)
    }
    return made
  }

  /** An emptied lot that gets points back is no longer in the account; `revived` still has it, and it is put back into the account. */
  #takeFromLot(live: LiveAccount, id: number, points: number, isExpiry: boolean): void {
    const lot = live.lots.find((each) => each.key.id === id) ?? this.revived.get(id)
    if (!lot) throw new Error(`lot ${id} is unknown`)
    if (!live.lots.includes(lot)) live.lots.push(lot)
    lot.remainingPoints -= points
    if (isExpiry) lot.expiredPoints += points
  }

  /** Lots that the current posting may give points back to, by id. The caller sets it. */
  revived: ReadonlyMap<number, LiveLot> = new Map()

  /** A debt gets the number that the database would give it: the first id after its transaction. */
  #moveDebts(plan: PostingPlan, transactionId: number): void {
    const owner = lotHolderOf(plan)
    if (!owner) return
    const live = this.#live(owner)
    for (const { debtId, repaid, writtenOff } of plan.debtChanges) {
      const debt = live.debts.find((each) => each.id === debtId)
      if (!debt) throw new Error(`debt ${debtId} is unknown`)
      debt.points -= repaid + writtenOff
    }
    if (!plan.newDebt) return
    live.debts.push({ id: transactionId + 1, points: plan.newDebt.points })
    this.#debts += 1
  }

  #periodsOf(plan: PostingPlan, date: string): ReadonlyMap<number, PeriodChoice> {
    const choices = new Map<number, PeriodChoice>()
    plan.entries.forEach((entry, index) => {
      const terms = this.#start.terms.get(entry.account.ownerId)
      const stream = terms ? streamOf(entry.account.class, terms) : null
      if (terms && stream) choices.set(index + 1, { periodId: this.#periodId(terms, stream, date), isLate: false })
    })
    return choices
  }

  readonly #periodCache = new Map<string, number>()

  #periodId(terms: CompanyTerms, stream: Stream, date: string): number {
    const cacheKey = `${terms.companyNo} ${stream} ${date}`
    const cached = this.#periodCache.get(cacheKey)
    if (cached !== undefined) return cached
    const period: Period = periodOf(stream, terms, date)
    const key = `${terms.companyNo} ${stream} ${period.periodNo}`
    let id = this.#start.periods.get(key)
    if (id === undefined) {
      id = this.#start.nextId()
      this.#start.periods.set(key, id)
      const { periodNo, startDate, endDate } = period
      this.#batch.periods.push({ id, company_no: terms.companyNo, stream, period_no: periodNo, start_date: startDate, end_date: endDate })
    }
    this.#periodCache.set(cacheKey, id)
    return id
  }

  noteReturn(originalTransactionId: number, transactionId: number | null, amount: number, now: Date): void {
    this.#batch.returns.push({ original_transaction_id: originalTransactionId, transaction_id: transactionId, amount, created_at: now })
  }
}
