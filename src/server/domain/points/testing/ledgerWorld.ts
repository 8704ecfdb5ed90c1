import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Database } from '../../../platform/database/tables.ts'
import type { MemoryDatabase } from '../../../records/testing/memoryDatabase.ts'
import { ledger } from '../ledger.ts'
import { isSound, lineOf, verifyLedger } from '../verify/verifyLedger.ts'
import { insertCompany, insertMembers, openLedgerDatabase } from './ledgerDatabase.ts'
import { contextOn, plainRule } from './postingContexts.ts'

const redeemRules = { minRedeemPoints: 1, redeemStep: 1, maxRedeemRatio: 100, parValue: 1 }
const limit = { limitPoints: 1000, overLimitAction: '1' } as const

type Return = { readonly amount: number } | { readonly points: number }

/**
 * A ledger with three companies: C000101 pays monthly, C000102 buys its points before, and C000900 pays as it goes, with a stream as a bank.
 * The postings are those of one member at a time.
 */
class LedgerWorld {
  #database: MemoryDatabase | undefined
  #members: readonly string[] = []
  #next = 0
  memberNo = ''

  get db(): Database {
    if (this.#database === undefined) throw new Error('the database opens before the first test')
    return this.#database.db
  }

  async open(): Promise<void> {
    this.#database = await openLedgerDatabase()
    await insertCompany(this.db, { companyNo: 'C000101' })
    await insertCompany(this.db, { companyNo: 'C000102', settlementMode: '2' })
    await insertCompany(this.db, { companyNo: 'C000900', settlementMode: '3', paygCycle: '4', cycleDay: 25, bankStream: true })
    this.#members = await insertMembers(this.db, 100)
  }

  async close(): Promise<void> {
    await this.#database?.close()
  }

  /** Members who have no points yet. */
  newMembers(count: number): readonly string[] {
    this.#next += count
    return this.#members.slice(this.#next - count, this.#next)
  }

  /** The postings that follow are those of another member. */
  takeNewMember(): void {
    this.memberNo = this.newMembers(1)[0] as string
  }

  /** A sale of NT$ at 每滿 100 元 1 點. */
  issue(date: string, amount: number, rule = plainRule, companyNo = 'C000101') {
    const context = contextOn(date, companyNo)
    return ledger.run(this.db, (trx) => ledger.issue(trx, { context, memberNo: this.memberNo, amount, rule }))
  }

  redeem(date: string, points: number, companyNo = 'C000101') {
    const context = contextOn(date, companyNo)
    const input = { context, memberNo: this.memberNo, points, amount: points, rules: redeemRules }
    return ledger.run(this.db, (trx) => ledger.redeem(trx, input))
  }

  giveBack(date: string, transactionId: number | undefined, what: Return, changes: object = {}) {
    const request = 'amount' in what ? ({ kind: 'amount', ...what } as const) : ({ kind: 'points', ...what } as const)
    const original = { transactionId: transactionId ?? 0 }
    const input = { context: contextOn(date), original, request, limit, acceptPartial: false, ...changes }
    return ledger.run(this.db, (trx) => ledger.issueReturn(trx, input))
  }

  redeemReturn(date: string, transactionId: number, points: number) {
    const input = { context: contextOn(date), original: { transactionId }, points, graceDays: 30 }
    return ledger.run(this.db, (trx) => ledger.redeemReturn(trx, input))
  }

  /** Entries of a transaction: class, points, period, unit price. */
  async entriesOf(transactionId: number | undefined): Promise<readonly unknown[][]> {
    const { rows } = await sql<{ entry: unknown[] }>`
      select jsonb_build_array(e.account_class, e.points, p.period_no, e.unit_price) as entry
      from point_entry e left join company_period p on p.id = e.period_id
      where e.transaction_id = ${transactionId ?? 0} order by e.line_no`.execute(this.db)
    return rows.map((row) => row.entry)
  }

  /** Lots of the member: issuer, remaining, last day; in consumption order. */
  async lots(): Promise<readonly unknown[][]> {
    const { rows } = await sql<{ lot: unknown[] }>`
      select jsonb_build_array(l.issuer_company_no, l.remaining_points, l.expire_date) as lot
      from point_lot l join point_account a on a.id = l.account_id
      where a.owner_id = ${this.memberNo} and l.remaining_points > 0 order by l.expire_date, l.effective_date, l.id`.execute(this.db)
    return rows.map((row) => row.lot)
  }
}

/** The ledger of a test file, with a member of its own for each test. The whole of it has to be sound after them. */
export function ledgerWorld(): LedgerWorld {
  const world = new LedgerWorld()
  beforeAll(() => world.open(), 120_000)
  beforeEach(() => world.takeNewMember())
  afterAll(async () => {
    const results = await verifyLedger(world.db)
    await world.close()
    expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
  })
  return world
}

/** Code of the refusal; `posted` when there was none. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'posted'
}
