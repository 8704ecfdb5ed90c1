import { type Selectable, sql } from 'kysely'
import { statementStatus } from '../../../../rules/codes.generated.ts'
import { addDays } from '../../../../rules/dates.ts'
import type { Tables, Trx } from '../../../platform/database/tables.ts'
import { type AccountRef, isHolder } from '../domain/kinds.ts'
import { type Period, type PeriodChoice, periodOf, type SettlementTerms, type Stream } from '../domain/periods.ts'
import type { HolderAccount, LotHolder } from '../domain/posting.ts'
import { LedgerRefusal } from '../domain/refusals.ts'
import { type CompanyTerms, readLotHolder, readStoredTerms, type StoredTerms, termsOn, type WantedLots } from './facts.ts'
import { writePayloads } from './ledgerRows.ts'
import type { Payload } from './payload.ts'
import type { PostingPort, WrittenPosting } from './postingPort.ts'

/** More closed periods in a row than any company has. */
const periodsAheadMax = 600

const periodColumns = ['id', 'status', 'startDate', 'endDate'] as const

/** A period as it was found, locked until the transaction ends. */
type LockedPeriod = Pick<Selectable<Tables['companyPeriod']>, (typeof periodColumns)[number]>

/**
 * Postings in a transaction: everything read stays locked until it ends. Make one per use case: it reads the terms of a company and each
 * period once.
 */
export class LockedRows implements PostingPort {
  readonly #trx: Trx
  readonly #terms = new Map<string, StoredTerms>()
  readonly #periods = new Map<string, LockedPeriod[]>()

  constructor(trx: Trx) {
    this.#trx = trx
  }

  transaction(): Trx {
    return this.#trx
  }

  /** Everything is written at once. */
  async stored(): Promise<Trx> {
    return this.#trx
  }

  async companyTerms(companyNos: readonly string[], date: string): Promise<ReadonlyMap<string, CompanyTerms>> {
    const missing = companyNos.filter((companyNo) => !this.#terms.has(companyNo))
    for (const [companyNo, terms] of await readStoredTerms(this.#trx, missing)) this.#terms.set(companyNo, terms)
    return new Map(companyNos.map((companyNo) => [companyNo, termsOn(this.#terms.get(companyNo) as StoredTerms, date)]))
  }

  /**
   * Locks holder accounts in ascending id until the transaction ends, and creates missing ones (domain 2.5 step 4). Call it once per use
   * case: two calls may lock in another order than another transaction, and deadlock.
   */
  async holdAccounts(wanted: readonly AccountRef[]): Promise<readonly HolderAccount[]> {
    const holders = wanted.filter(isHolder).map(({ class: accountClass, ownerId }) => ({ class: accountClass, owner_id: ownerId }))
    if (holders.length === 0) return []
    const { rows } = await sql<{ id: number; class: string; ownerId: string; balance: number; version: number }>`
      select id, class, owner_id, balance, version from ledger_lock_holders(${JSON.stringify(holders)}::jsonb)`.execute(this.#trx)
    return rows.map(({ id, class: accountClass, ownerId, balance, version }) => ({
      accountId: id,
      account: { class: accountClass, ownerId } as AccountRef,
      balance,
      version,
    }))
  }

  readLotHolder(account: HolderAccount, lots: WantedLots): Promise<LotHolder> {
    return readLotHolder(this.#trx, account, lots)
  }

  /** The row stays locked FOR SHARE until the transaction ends: a close waits for this posting, and this posting sees an earlier close. */
  async choosePeriod(stream: Stream, settlement: SettlementTerms, businessDate: string): Promise<PeriodChoice> {
    let date = businessDate
    for (let step = 0; step < periodsAheadMax; step += 1) {
      const period = await this.#lockPeriod(stream, settlement, date)
      if (period.status === statementStatus.open) return { periodId: period.id, isLate: step > 0 }
      date = addDays(period.endDate, 1)
    }
    throw new LedgerRefusal('M21')
  }

  async #lockPeriod(stream: Stream, settlement: SettlementTerms, date: string): Promise<LockedPeriod> {
    const key = `${stream} ${settlement.companyNo}`
    const locked = this.#periods.get(key) ?? []
    const known = locked.find(({ startDate, endDate }) => startDate <= date && date <= endDate)
    if (known) return known
    const found = await this.#findOrCreatePeriod(stream, settlement, date)
    this.#periods.set(key, [...locked, found])
    return found
  }

  /** Finds the period that holds a date, or creates it: companies get theirs with their first posting. */
  async #findOrCreatePeriod(stream: Stream, settlement: SettlementTerms, date: string): Promise<LockedPeriod> {
    const known = await this.#findPeriod(stream, settlement, date)
    if (known) return known
    const own = await this.#createPeriod(stream, settlement.companyNo, periodOf(stream, settlement, date))
    if (own) return own
    const made = await this.#findPeriod(stream, settlement, date)
    if (!made) throw new Error(`no period ${stream} of ${settlement.companyNo} on ${date}`)
    return made
  }

  #findPeriod(stream: Stream, { companyNo }: SettlementTerms, date: string) {
    return this.#trx
      .selectFrom('companyPeriod')
      .select(periodColumns)
      .where('companyNo', '=', companyNo)
      .where('stream', '=', stream)
      .where('startDate', '<=', date)
      .where('endDate', '>=', date)
      .forShare()
      .executeTakeFirst()
  }

  /** Nothing when somebody else has made it meanwhile. */
  #createPeriod(stream: Stream, companyNo: string, period: Period): Promise<LockedPeriod | undefined> {
    return this.#trx
      .insertInto('companyPeriod')
      .values({ companyNo, stream, ...period, closedAt: null, closedBy: null, createdBy: '系統', updatedBy: null, updatedAt: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning(periodColumns)
      .executeTakeFirst()
  }

  /** One round trip, all or none (domain 2.5 steps 3 and 5). */
  write(postings: readonly Payload[]): Promise<readonly WrittenPosting[]> {
    return writePayloads(this.#trx, postings)
  }
}
