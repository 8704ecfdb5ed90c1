import { sql } from 'kysely'
import { contractStatus } from '../../../rules/codes.generated.ts'
import { addDays, addMonths, startOfTaipeiDate } from '../../../rules/dates.ts'
import type { CompanyTerms } from '../../domain/points/public.ts'
import { literals } from '../../platform/database/literals.ts'
import type { Database, Executor, Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { createDayPicker } from '../ledger/calendar.ts'
import { type DemoShop, readShops } from '../ledger/shops.ts'
import { createRandom, type Random } from '../random.ts'
import { withBareTables } from './bareTables.ts'
import { prepareBatch, writePrepaid } from './batch.ts'
import { withJoinsOfBatches } from './joinsOfBatches.ts'
import { copyCompanies } from './largeCompanies.ts'
import { insertManyMembers } from './largeMembers.ts'
import { MemoryLedger } from './memoryLedger.ts'
import { type LargeMarket, Traffic } from './traffic.ts'

export interface LargeOptions {
  readonly seed: number
  /** YYYY-MM-DD */
  readonly asOf: string
  readonly members: number
  readonly transactions: number
  /** Called after each batch with the number of transactions posted so far. */
  onProgress?(posted: number): void
}

const companyCount = 488
const months = 18
/**
 * Least number of postings of a batch. Many, because accounts are written anew with each batch, and their rows of before stay until the
 * transaction ends: they are in the way of all who look for the account.
 */
const batchSize = 5000
/** The tables that the bulk path fills. Their triggers do not run meanwhile, so the caller verifies every invariant afterwards. */
const filledTables = ['point_transaction', 'point_entry', 'posting_source', 'point_lot', 'lot_allocation', 'goods_return']
/** Keys that are needed to find rows while writing, or that other tables refer to. */
const keptKeys = ['point_transaction_pkey', 'point_lot_pkey']

/**
 * Adds the large set (domain 10) to the small one: copies of its companies, many members, and their transactions by the bulk path, which
 * locks the tables until it is done. The database role must own the tables. The triggers of the ledger do not run; the caller finds what
 * they would have refused with `verifyLedger`. All other constraints hold at the end, or nothing is written.
 *
 * @returns number of transactions written
 */
export async function seedLarge(db: Database, options: LargeOptions): Promise<number> {
  const random = createRandom(options.seed + 1)
  const from = addMonths(options.asOf, -months)
  await transact(db, async (trx) => copyCompanies(trx, random, companyCount))
  const since = startOfTaipeiDate(addDays(from, -30))
  await transact(db, async (trx) => sql`update company set created_at = ${since} where company_no > 'C001000'`.execute(trx))
  const memberNos = await transact(db, async (trx) => insertManyMembers(trx, random, options.members, from))
  const market = await openMarket(db, { random, memberNos, asOf: options.asOf, from, transactions: options.transactions })
  await analyze(db)
  await transact(db, async (trx) => {
    await withBareTables(trx, filledTables, keptKeys, () => withJoinsOfBatches(trx, () => runTraffic(trx, market, options, from)))
    await writePrepaid(trx)
    await returnNumbers(trx, market.ledger, options.transactions)
  })
  await analyze(db)
  return market.ledger.posted
}

interface OpenMarketInput {
  readonly random: Random
  readonly memberNos: readonly string[]
  readonly asOf: string
  readonly from: string
  readonly transactions: number
}

async function openMarket(db: Database, { random, memberNos, asOf, from, transactions }: OpenMarketInput): Promise<LargeMarket> {
  const { rows: companies } = await sql<CompanyTerms & { readonly isPayer: boolean }>`
    select company_no, settlement_mode, payg_cycle, cycle_day, coalesce(bank_stream, false) as bank_stream, ap_unit_price, dp_unit_price, is_payer
    from company where contract_status in (${literals(contractStatus.inForce, contractStatus.suspended, contractStatus.terminated)})
      order by company_no`.execute(db)
  const terms = new Map(companies.map((company) => [company.companyNo, company]))
  await transact(db, async (trx) => ensureAccounts(trx, [...terms.keys()]))
  const { rows: accounts } = await sql<{ id: number; key: string }>`
    select id, class || ' ' || owner_id as key from point_account`.execute(db)
  const { rows: periods } = await sql<{ id: number; key: string }>`
    select id, company_no || ' ' || stream || ' ' || period_no as key from company_period`.execute(db)
  const ledger = new MemoryLedger({
    accounts: new Map(accounts.map((account) => [account.key, account])),
    terms,
    periods: new Map(periods.map((period) => [period.key, period.id])),
    firstNumber: await reserveNumbers(db, transactions),
    nextId: () => random.integer(1, 2 ** 31) * 2 ** 16 + random.integer(0, 2 ** 16 - 1),
  })
  // Not those of the small set: their months are closed, and a statement tells what was posted by then.
  const shops = (await readShops(db, asOf)).filter((shop) => shop.companyNo > 'C001000')
  const payers = companies.filter(({ isPayer, companyNo }) => isPayer && companyNo > 'C001000').map(({ companyNo }) => companyNo)
  return {
    ledger,
    random,
    memberNos,
    payers,
    shops: shops.map((shop): DemoShop => ({ ...shop, from })),
  }
}

async function ensureAccounts(db: Executor, companyNos: readonly string[]): Promise<void> {
  const classes = ['AWARD', 'PREPAID', 'PAYG', 'DEDUCT', 'CONVIN', 'CONVOUT']
  const wanted = [
    ...companyNos.flatMap((companyNo) => classes.map((each) => ({ class: each, owner_id: companyNo }))),
    ...['CENTER', 'PLATFORM', 'EXPIRED', 'WRITEOFF', 'COUPON'].map((each) => ({ class: each, owner_id: 'C000000' })),
  ]
  await sql`select ledger_ensure_accounts(${JSON.stringify(wanted)}::jsonb)`.execute(db)
}

/** Generates a day while the previous batch is being written. */
async function runTraffic(trx: Trx, market: LargeMarket, options: LargeOptions, from: string): Promise<void> {
  const { ledger, random } = market
  const traffic = new Traffic(market)
  const last = addDays(options.asOf, -1)
  const shares = new Map<string, number>()
  const pickDay = createDayPicker(random, from, last)
  for (let index = 0; index < options.transactions; index += 1) {
    const day = pickDay()
    shares.set(day, (shares.get(day) ?? 0) + 1)
  }
  let wanted = 0
  let taken = 0
  let writing = Promise.resolve()
  for (let date = from; date <= last; date = addDays(date, 1)) {
    const share = shares.get(date) ?? 0
    wanted += share
    await traffic.runDay(date, share, wanted)
    if (ledger.posted - taken < batchSize && date !== last) continue
    const write = prepareBatch(ledger.takeBatch())
    await writing
    options.onProgress?.(taken)
    taken = ledger.posted
    writing = write(trx)
    // It is awaited with the next batch; until then nobody else hears of its failure.
    writing.catch(() => undefined)
  }
  await writing
}

/** Room for the last day, which may take a few more postings than were asked for. */
const spareNumbers = 1000

/** Takes the numbers of all postings at once, so that a server at work gets others meanwhile. @returns the first */
async function reserveNumbers(db: Executor, transactions: number): Promise<number> {
  const count = transactions + spareNumbers
  const { rows } = await sql<{ last: number }>`select setval('ledger_posting', nextval('ledger_posting') + ${count}) as last`.execute(db)
  return (rows[0]?.last ?? count) - count + 1
}

/** Gives back the numbers that were not needed, unless somebody has taken later ones. */
async function returnNumbers(db: Executor, ledger: MemoryLedger, transactions: number): Promise<void> {
  const lastReserved = ledger.nextNumber - ledger.posted + transactions + spareNumbers - 1
  if (ledger.nextNumber > lastReserved) throw new Error('the large set has more postings than numbers were reserved')
  await sql`select setval('ledger_posting', ${ledger.nextNumber}) from ledger_posting where last_value = ${lastReserved}`.execute(db)
}

/** Updates the statistics of the query planner, for the checks that follow and for the lists later. */
async function analyze(db: Database): Promise<void> {
  await sql`analyze`.execute(db)
}
