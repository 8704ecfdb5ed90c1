import type { SaleLot } from '../../domain/points/domain/issueReturn.ts'
import { type AccountRef, hasLots, isHolder } from '../../domain/points/domain/kinds.ts'
import { type Period, periodOf, type Stream, streamOf } from '../../domain/points/domain/periods.ts'
import { holdersOf, type LotHolder, lotHolderOf, type PostingPlan } from '../../domain/points/domain/posting.ts'

import { businessDateOf, type Occasion, type OccasionDetail } from '../../domain/points/post/occasion.ts'
import { payloadOf } from '../../domain/points/post/payload.ts'
import type { HolderAccount, PeriodChoice } from '../../domain/points/post/postingPort.ts'
import type { CompanyTerms } from '../../domain/points/post/terms.ts'
import { type Batch, type BatchAccount, type BatchDebt, createBatch } from './batch.ts'

/** A lot as it stands; sales and redemptions keep it to see what became of it. */
export interface LiveLot extends SaleLot {
  readonly key: { readonly id: number }
  remainingPoints: number
  expiredPoints: number
}

interface LiveDebt extends BatchDebt {
  isNew: boolean
}

/** A holder account in memory. */
interface LiveAccount {
  readonly accountId: number
  readonly account: AccountRef
  balance: number
  version: number
  chainSeq: number
  lots: LiveLot[]
  debts: LiveDebt[]
}

/** What a posting became: ids of its lines are `transactionId` + line. */
export interface MemoryPosting {
  readonly transactionId: number
  readonly lots: readonly LiveLot[]
}

/** Where the database's counters stand, and what it holds already. */
export interface MemoryLedgerStart {
  /** By class and owner; holder accounts among those that post must be empty. */
  readonly accounts: ReadonlyMap<string, { readonly id: number; readonly chainSeq: number }>
  readonly terms: ReadonlyMap<string, CompanyTerms>
  /** By company, stream and period number. */
  readonly periods: Map<string, number>
  readonly firstNumber: number
  readonly firstDebt: number
  /** A new id for a period. */
  nextId(): number
}

interface PayloadEntry extends Readonly<Record<string, unknown>> {
  readonly line_no: number
  readonly account_class: string
  readonly owner_id: string
  readonly company_no: string | null
  readonly retail_store_no: string | null
  readonly points: number
}

type Payload = {
  readonly header: Record<string, unknown>
  readonly entries: readonly PayloadEntry[]
  readonly new_debt: { readonly account_id: number; readonly company_no: string; readonly points: number } | null
}

const monthShift = 2 ** 43
const numberShift = 4096

export function accountKey(account: AccountRef): string {
  return `${account.class} ${account.ownerId}`
}

/** As `ledger_transaction_id` of the database: month, number, room for lines. */
function transactionIdOf(taipei: string, number: number): number {
  const months = (Number(taipei.slice(0, 4)) - 2020) * 12 + Number(taipei.slice(5, 7)) - 1
  return months * monthShift + number * numberShift
}

/**
 * The ledger for large amounts of demo data: plans are the ledger's own, the state of the holders is kept here instead of under locks,
 * and what is posted is collected in batches of rows. One writer, nobody else may post meanwhile.
 */
export class MemoryLedger {
  readonly #start: MemoryLedgerStart
  readonly #accounts = new Map<string, LiveAccount>()
  #number: number
  #debt: number
  #batch: Batch = createBatch()
  readonly counts = new Map<string, number>()

  constructor(start: MemoryLedgerStart) {
    this.#start = start
    this.#number = start.firstNumber
    this.#debt = start.firstDebt
  }

  get posted(): number {
    return this.#number - this.#start.firstNumber
  }

  get nextNumber(): number {
    return this.#number
  }

  get debts(): number {
    return this.#debt - this.#start.firstDebt
  }

  get nextDebt(): number {
    return this.#debt
  }

  termsOf(companyNo: string): CompanyTerms {
    const terms = this.#start.terms.get(companyNo)
    if (!terms) throw new Error(`no company ${companyNo}`)
    return terms
  }

  /** The rows since the last call. */
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
    const made: LiveAccount = { accountId: start.id, account, balance: 0, version: 0, chainSeq: start.chainSeq, lots: [], debts: [] }
    this.#accounts.set(key, made)
    return made
  }

  balanceOf(account: AccountRef): number {
    return this.#accounts.get(accountKey(account))?.balance ?? 0
  }

  /** Lots with points left and open debts, for the planners. */
  holder(account: AccountRef): LotHolder {
    const live = this.#live(account)
    live.lots = live.lots.filter((lot) => lot.remainingPoints > 0)
    live.debts = live.debts.filter((debt) => debt.pending_points > debt.repaid_points + debt.written_off_points)
    const debts = live.debts.map((debt) => ({ id: debt.id, points: debt.pending_points - debt.repaid_points - debt.written_off_points }))
    return { account, status: 'normal', lots: live.lots, debts }
  }

  post(plan: PostingPlan, occasion: Occasion, detail: OccasionDetail): MemoryPosting {
    const live = holdersOf(plan).map((account) => this.#live(account))
    const locked = live.map(({ accountId, account, balance, version }): HolderAccount => ({ accountId, account, balance, version }))
    const written = payloadOf({ plan, occasion, detail, locked, periods: this.#periodsOf(plan, businessDateOf(occasion)) })
    const payload = written.payload as Payload
    const taipei = new Date(occasion.now.getTime() + 8 * 3_600_000).toISOString()
    const number = this.#number
    this.#number += 1
    const transactionId = transactionIdOf(taipei, number)
    this.#collect(plan, payload, transactionId, `T${taipei.slice(0, 10).replaceAll('-', '')}${String(number).padStart(9, '0')}`)
    for (const [index, after] of written.after.entries())
      Object.assign(live[index] as LiveAccount, { balance: after.balance, version: after.version })
    const lots = this.#moveLots(plan, transactionId)
    this.#moveDebts(plan, payload, transactionId, taipei, occasion)
    const chain = this.#chainOf(plan)
    for (const account of new Set([...live, chain])) {
      const last = account === chain ? transactionId : (this.#batch.accounts.get(account.accountId)?.last_transaction_id ?? null)
      this.#batch.accounts.set(account.accountId, this.#accountRow(account, last))
    }
    this.counts.set(plan.kind, (this.counts.get(plan.kind) ?? 0) + 1)
    return { transactionId, lots }
  }

  #accountRow(account: LiveAccount, last_transaction_id: number | null): BatchAccount {
    const { accountId, balance, version, chainSeq, lots, debts } = account
    const chain = { id: accountId, chain_seq: chainSeq, last_transaction_id }
    if (!isHolder(account.account)) return { ...chain, balance: null, version: 0, lot_points: null, owed_points: null }
    const has = hasLots(account.account)
    const lotPoints = lots.reduce((total, lot) => total + lot.remainingPoints, 0)
    const owed = debts.reduce((total, debt) => total + debt.pending_points - debt.repaid_points - debt.written_off_points, 0)
    return { ...chain, balance, version, lot_points: has ? lotPoints : null, owed_points: has ? owed : null }
  }

  /** The account whose hash chain the transaction joins; the same choice as in `payloadOf`. */
  #chainOf(plan: PostingPlan): LiveAccount {
    return this.#live(holdersOf(plan)[0] ?? (plan.legs[0] as (typeof plan.legs)[number]).account)
  }

  #collect(plan: PostingPlan, payload: Payload, transactionId: number, transactionNo: string): void {
    const chain = this.#chainOf(plan)
    chain.chainSeq += 1
    const { header } = payload
    this.#countDay(payload)
    this.#batch.transactions.push({
      ...header,
      id: transactionId,
      transaction_no: transactionNo,
      entry_count: payload.entries.length,
      chain_account_id: chain.accountId,
      chain_seq: chain.chainSeq,
    })
    for (const { owner_id, ...entry } of payload.entries) {
      const account_id = this.#start.accounts.get(`${entry.account_class} ${owner_id}`)?.id
      const { business_date, posted_at } = header
      this.#batch.entries.push({
        ...entry,
        id: transactionId + entry.line_no,
        transaction_id: transactionId,
        account_id,
        business_date,
        posted_at,
      })
    }
  }

  /** As `ledger_write_daily`: the amount of a transaction counts once per group of its lines. */
  #countDay({ header, entries }: Payload): void {
    const seen = new Set<string>()
    for (const { account_class, company_no, retail_store_no, points } of entries) {
      const group = {
        business_date: String(header.business_date),
        company_no: company_no ?? 'C000000',
        retail_store_no: retail_store_no ?? '',
      }
      const key = `${group.business_date} ${group.company_no} ${group.retail_store_no} ${account_class} ${header.kind}`
      const day = this.#batch.daily.get(key) ?? { ...group, account_class, kind: String(header.kind), points: 0, entry_count: 0, amount: 0 }
      day.points += points
      day.entry_count += 1
      if (!seen.has(key)) day.amount += Number(header.amount ?? 0)
      seen.add(key)
      this.#batch.daily.set(key, day)
    }
  }

  #moveLots(plan: PostingPlan, transactionId: number): readonly LiveLot[] {
    const owner = lotHolderOf(plan)
    if (!owner) return []
    const live = this.#live(owner)
    const made = plan.lots.map((lot, index): LiveLot => {
      const { issuerCompanyNo, activityCode, issuedPoints, effectiveDate, expireDate } = lot
      const id = transactionId + index + 1
      const row = {
        id,
        account_id: live.accountId,
        transaction_id: transactionId,
        issuer_company_no: issuerCompanyNo,
        activity_code: activityCode,
      }
      const dates = { effective_date: effectiveDate, expire_date: expireDate, origin_lot_id: lot.originLotId }
      this.#batch.lots.set(id, { ...row, ...dates, issued_points: issuedPoints, remaining_points: issuedPoints })
      return { key: { id }, issuerCompanyNo, activityCode, remainingPoints: issuedPoints, effectiveDate, expireDate, expiredPoints: 0 }
    })
    live.lots.push(...made)
    for (const { lot, points, kind, for: target } of plan.allocations) {
      const id = 'id' in lot ? lot.id : transactionId + lot.ref
      const line = 'line' in target ? transactionId + target.line : null
      const pending = 'debtId' in target ? target.debtId : null
      this.#batch.allocations.push({
        lot_id: id,
        transaction_id: transactionId,
        entry_id: line,
        pending_point_id: pending,
        points,
        allocation_kind: kind,
      })
      this.#takeFromLot(live, id, points, kind === '3')
    }
    return made
  }

  /** A lot that was emptied and gets points back is found by whoever remembers it: it is put into the account again. */
  #takeFromLot(live: LiveAccount, id: number, points: number, isExpiry: boolean): void {
    const lot = live.lots.find((each) => each.key.id === id) ?? this.revived.get(id)
    if (!lot) throw new Error(`lot ${id} is unknown`)
    if (!live.lots.includes(lot)) live.lots.push(lot)
    lot.remainingPoints -= points
    if (isExpiry) lot.expiredPoints += points
    const inBatch = this.#batch.lots.get(id)
    if (inBatch) inBatch.remaining_points = lot.remainingPoints
    else this.#batch.lotsLeft.set(id, lot.remainingPoints)
  }

  /** Lots that the posting at hand may give points back to, by id; set by the caller. */
  revived: ReadonlyMap<number, LiveLot> = new Map()

  #moveDebts(plan: PostingPlan, payload: Payload, transactionId: number, taipei: string, occasion: Occasion): void {
    const owner = lotHolderOf(plan)
    const live = owner && this.#live(owner)
    if (!live) return
    for (const { debtId, repaid, writtenOff } of plan.debtChanges) {
      const debt = live.debts.find((each) => each.id === debtId)
      if (!debt) throw new Error(`debt ${debtId} is unknown`)
      debt.repaid_points += repaid
      debt.written_off_points += writtenOff
      const isDone = debt.pending_points === debt.repaid_points + debt.written_off_points
      debt.status = isDone ? (writtenOff > 0 ? '5' : '3') : '2'
      this.#batch.debts.set(debt.id, debt)
    }
    if (!payload.new_debt) return
    const { account_id, company_no, points } = payload.new_debt
    const { member_no, retail_store_no, original_transaction_id } = payload.header
    const pending_no = `NP${taipei.slice(0, 10).replaceAll('-', '')}${String(this.#debt % 100_000).padStart(5, '0')}`
    this.#debt += 1
    const debt: LiveDebt = {
      ...{
        id: transactionId + 1,
        pending_no,
        account_id,
        member_no: String(member_no),
        company_no,
        retail_store_no: retail_store_no as string,
      },
      ...{ transaction_id: transactionId, original_transaction_id: original_transaction_id as number | null, pending_points: points },
      ...{ repaid_points: 0, written_off_points: 0, status: '1', created_by: occasion.createdBy, created_at: occasion.now, isNew: true },
    }
    live.debts.push(debt)
    this.#batch.debts.set(debt.id, debt)
    this.#batch.newDebts.add(debt.id)
  }

  #periodsOf(plan: PostingPlan, date: string): ReadonlyMap<number, PeriodChoice> {
    const choices = new Map<number, PeriodChoice>()
    plan.legs.forEach((leg, index) => {
      const terms = this.#start.terms.get(leg.account.ownerId)
      const stream = terms ? streamOf(leg.account.class, terms) : null
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
