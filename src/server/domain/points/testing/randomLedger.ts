import { sql } from 'kysely'
import { addDays } from '../../../../rules/dates.ts'
import type { Database } from '../../../platform/database/tables.ts'
import { createRandom, type Random } from '../../../records/testing/random.ts'
import type { IssueInput } from '../domain/issue.ts'
import { LedgerRefusal } from '../domain/refusals.ts'
import { availablePoints } from '../domain/spend.ts'
import { ledger } from '../ledger.ts'
import { readLotHolder } from '../post/facts.ts'
import { isSound, lineOf, verifyLedger } from '../verify/verifyLedger.ts'
import { insertCompany, insertMembers } from './ledgerDatabase.ts'
import { LedgerModel, type ModelRule, type ModelSale, type ModelSpend } from './model.ts'
import { contextOn } from './postingContexts.ts'

const company = 'C000101'
const prepaid = 'C000102'
const payer = 'C000900'
const redeemRules = { minRedeemPoints: 1, redeemStep: 1, maxRedeemRatio: 100, parValue: 1 }
const graceDays = 30
const prepaidStock = 1000

interface Run {
  readonly db: Database
  readonly random: Random
  readonly model: LedgerModel
  readonly sales: (ModelSale & { readonly id: number; readonly modelId: number; readonly companyNo: string })[]
  readonly spends: (ModelSpend & { readonly id: number; readonly companyNo: string })[]
}

export interface RandomRunOptions {
  readonly seed: number
  readonly operations: number
  readonly members: number
  /** Checks the whole ledger and the piles after every so many operations; the member at hand is compared after each. */
  readonly verifyEvery: number
}

/** How often each operation ran and each refusal was met: a run that never refuses has tested little. */
export type RunCounts = Readonly<Record<string, number>>

const operations = {
  issue: 30,
  redeem: 18,
  returnGoods: 16,
  restore: 8,
  convertIn: 4,
  convertOut: 4,
  adjustAdd: 3,
  adjustDeduct: 4,
  expire: 4,
  writeOff: 3,
  freeze: 2,
  closePeriods: 1,
  pass: 10,
} as const
type Operation = keyof typeof operations

async function outcomeOf<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LedgerRefusal) return error.refusal
    throw error
  }
}

function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: the ledger says ${JSON.stringify(actual)}, the model ${JSON.stringify(expected)}`)
  }
}

function someMember(run: Run): string {
  return run.random.pick([...run.model.members.keys()])
}

function ruleOf(random: Random): ModelRule {
  return {
    spend: random.pick([10, 30, 100]),
    extra: random.pick([0, 0, 50, 150, 133]),
    room: random.pick([null, 7, 20]),
    payerShare: random.pick([0, 60, 33.3, 100]),
    fixed: random.pick([0, 0, 5, 11]),
    fixedFrom: random.pick([0, 200]),
    platformShare: random.pick([0, 50, 100]),
  }
}

/** The same rule as the ledger takes it. The cap's room comes as a cap of a month in which nothing else counts: its own ratio number. */
function saleRule(rule: ModelRule, expireDate: string, delayDays: number, saleId: number): IssueInput['rule'] {
  const expiry = { rule: '4', date: expireDate } as const
  const extra = {
    extraRatioNo: `X${saleId}`,
    payerCompanyNo: payer,
    baseBearer: 'company' as const,
    extraRatio: rule.extra,
    payerShareRatio: rule.payerShare,
    monthlyCapPoints: rule.room,
    eligibleAmount: null,
    unitPrice: 0.95,
  }
  const activity = {
    activityCode: 'A25010001',
    formula: { kind: 'fixed' as const, points: rule.fixed, minAmount: rule.fixedFrom },
    platformShare: rule.platformShare,
    room: null,
    expiry,
  }
  return {
    reward: {
      kind: 'perSpend',
      spendAmount: rule.spend,
      rewardPoints: 1,
      rounding: 'floor',
      minSpend: 0,
      maxPoints: null,
      excludePointPart: true,
    },
    pointPart: 0,
    extra: rule.extra > 0 ? extra : null,
    activities: rule.fixed > 0 ? [activity] : [],
    expiry,
    effectiveDelayDays: delayDays,
  }
}

async function issue(run: Run): Promise<string> {
  const { db, random, model } = run
  const memberNo = someMember(run)
  const rule = ruleOf(random)
  const amount = random.below(700)
  const businessDate = addDays(model.today, -random.pick([0, 0, 0, 3, 35]))
  const delayDays = random.pick([0, 0, 0, 5])
  const expire = addDays(model.today, random.pick([0, 3, 20, 20, 60, 400]))
  const companyNo = random.pick([company, company, prepaid])
  const saleId = run.sales.length + 1
  const context = contextOn(model.today, companyNo, { businessAt: new Date(`${businessDate}T04:00:00Z`) })
  const stock = model.piles.get('PREPAID') ?? 0
  const entries = model.parts(rule, amount, companyNo === prepaid)
  const wanted = entries.filter((entry) => entry.pile === 'PREPAID').reduce((sum, entry) => sum + entry.given, 0)
  const result = await outcomeOf(() =>
    ledger.run(db, (trx) => ledger.issue(trx, { context, memberNo, amount, rule: saleRule(rule, expire, delayDays, saleId) })),
  )
  if (stock < wanted) {
    expectSame('issue without stock', result, 'E1107')
    return 'E1107'
  }
  if (typeof result === 'string') throw new Error(`issue was refused: ${result}`)
  const sale = model.issue(memberNo, {
    amount,
    rule,
    effective: addDays(businessDate, delayDays),
    expire,
    id: saleId,
    isPrepaid: companyNo === prepaid,
  })
  expectSame(
    'issued',
    result.issuedPoints,
    sale.entries.reduce((sum, entry) => sum + entry.given, 0),
  )
  if (result.posted) run.sales.push(Object.assign(sale, { id: result.posted.transactionId, modelId: saleId, companyNo }))
  return compare(run, memberNo, 'ok')
}

/** The member at hand, as ledger and model see it. */
async function compare(run: Run, memberNo: string, outcome: string): Promise<string> {
  const { db, model } = run
  const account = await db
    .selectFrom('pointAccount')
    .select(['id', 'balance', 'owedPoints'])
    .where('class', '=', 'MEMBER')
    .where('ownerId', '=', memberNo)
    .executeTakeFirst()
  if (!account) return outcome
  const holder = await readLotHolder(db, { accountId: account.id, account: { class: 'MEMBER', ownerId: memberNo } })
  const actual = [account.balance, account.owedPoints, availablePoints(holder, model.today)]
  expectSame(`balance, owed, available of ${memberNo}`, actual, [model.balance(memberNo), model.owed(memberNo), model.available(memberNo)])
  return outcome
}

async function spendBy(run: Run, kind: 'redeem' | 'convertOut'): Promise<string> {
  const { db, random, model } = run
  const memberNo = someMember(run)
  const available = model.available(memberNo)
  const points = Math.max(1, random.pick([available, available, Math.ceil(available / 2), random.below(available + 4)]))
  const context = contextOn(model.today, company)
  const result = await outcomeOf(() =>
    ledger.run(db, (trx) =>
      kind === 'redeem'
        ? ledger.redeem(trx, { context, memberNo, points, amount: points, rules: redeemRules })
        : ledger.convertOut(trx, { context, memberNo, points, unitPrice: 0.95 }),
    ),
  )
  const expected = model.spend(memberNo, kind === 'redeem' ? 'DEDUCT' : 'CONVOUT', points)
  if (typeof expected === 'string' || typeof result === 'string') {
    expectSame(kind, result, expected)
    return compare(run, memberNo, expected as string)
  }
  expectSame('available', result.available, model.available(memberNo))
  if (kind === 'redeem') run.spends.push(Object.assign(expected, { id: result.posted.transactionId, companyNo: company }))
  return compare(run, memberNo, 'ok')
}

async function returnGoods(run: Run): Promise<string> {
  const { db, random, model } = run
  if (run.sales.length === 0) return 'nothing to return'
  const index = run.sales.length - 1 - random.below(Math.min(12, run.sales.length))
  const sale = run.sales[index]
  if (!sale) return 'nothing to return'
  const given = sale.entries.reduce((sum, entry) => sum + entry.given - entry.back, 0)
  const left = sale.amount - sale.returned
  const byPoints = random.below(3) === 0
  const points = 1 + random.below(given + 1)
  const amount = random.below(2) === 0 ? Math.max(1, left) : 1 + random.below(left + 5)
  const limit = random.pick([0, 10, 100])
  const acceptPartial = random.below(3) === 0
  const overLimitAction = random.pick(['1', '1', '2'] as const)
  const result = await outcomeOf(() =>
    ledger.run(db, (trx) =>
      ledger.issueReturn(trx, {
        context: contextOn(model.today, sale.companyNo),
        original: { transactionId: sale.id },
        request: byPoints ? { kind: 'points', points } : { kind: 'amount', amount },
        limit: { limitPoints: limit, overLimitAction },
        acceptPartial,
      }),
    ),
  )
  const mayClaim = acceptPartial || overLimitAction === '2'
  const expected = model.returnGoods(sale, { id: sale.modelId, request: byPoints ? { points } : { amount }, limit, mayClaim })
  expectSame('return', typeof result === 'string' ? result : 'ok', expected)
  return compare(run, sale.member, expected)
}

async function restore(run: Run): Promise<string> {
  const { db, random, model } = run
  if (run.spends.length === 0) return 'nothing to restore'
  const spend = run.spends[run.spends.length - 1 - random.below(Math.min(20, run.spends.length))]
  if (!spend) return 'nothing to restore'
  const points = random.below(3) === 0 && spend.open > 0 ? spend.open : 1 + random.below(spend.open + 2)
  const context = contextOn(model.today, company)
  const result = await outcomeOf(() =>
    ledger.run(db, (trx) => ledger.redeemReturn(trx, { context, original: { transactionId: spend.id }, points, graceDays })),
  )
  const expected = model.restore(spend, points, graceDays)
  expectSame('redeem return', typeof result === 'string' ? result : 'ok', expected)
  return compare(run, spend.member, expected)
}

async function add(run: Run, kind: 'convertIn' | 'adjustAdd'): Promise<string> {
  const { db, random, model } = run
  const memberNo = someMember(run)
  const points = 1 + random.below(40)
  const expireDate = addDays(model.today, random.pick([1, 15, 90]))
  const context = contextOn(model.today, company)
  const costBearer = { companyNo: random.pick([company, null]) }
  await ledger.run(db, async (trx) =>
    kind === 'convertIn'
      ? ledger.convertIn(trx, { context, memberNo, points, unitPrice: 0.98, expireDate })
      : ledger.adjustAdd(trx, { context, holder: { memberNo }, points, costBearer, expireDate }),
  )
  const pile = kind === 'convertIn' ? 'CONVIN' : costBearer.companyNo === null ? 'PLATFORM' : 'AWARD'
  model.add(memberNo, { pile, points, effective: model.today, expire: expireDate })
  return compare(run, memberNo, 'ok')
}

async function adjustDeduct(run: Run): Promise<string> {
  const { db, random, model } = run
  const memberNo = someMember(run)
  const points = 1 + random.below(60)
  const limitPoints = random.pick([0, 50])
  const costBearer = { companyNo: random.pick([company, null]) }
  const result = await outcomeOf(() =>
    ledger.run(db, (trx) =>
      ledger.adjustDeduct(trx, { context: contextOn(model.today, company), holder: { memberNo }, points, costBearer, limitPoints }),
    ),
  )
  const expected = model.deduct(memberNo, costBearer.companyNo === null ? 'PLATFORM' : 'AWARD', points, limitPoints)
  expectSame('deduct', typeof result === 'string' ? result : 'ok', expected)
  return compare(run, memberNo, expected)
}

async function expire(run: Run): Promise<string> {
  const { db, model } = run
  const holders = await ledger.expireAll(db, new Date(`${model.today}T04:00:00Z`))
  let expected = 0
  for (const memberNo of model.members.keys()) expected += model.expire(memberNo) > 0 ? 1 : 0
  expectSame('holders that lost points', holders, expected)
  return 'ok'
}

async function writeOff(run: Run): Promise<string> {
  const { db, random, model } = run
  const memberNo = someMember(run)
  const pending = await db.selectFrom('memberPendingPoint').select('id').where('memberNo', '=', memberNo).execute()
  const result = await outcomeOf(() =>
    ledger.run(db, (trx) =>
      ledger.writeOff(trx, {
        context: contextOn(model.today, company),
        memberNo,
        debtIds: pending.map((row) => row.id),
        costBearer: { companyNo: random.pick([company, null]) },
      }),
    ),
  )
  const expected = model.writeOff(memberNo) > 0 ? 'ok' : 'E1304'
  expectSame('write-off', typeof result === 'string' ? result : 'ok', expected)
  return compare(run, memberNo, expected)
}

async function freeze(run: Run): Promise<string> {
  const memberNo = someMember(run)
  const member = run.model.member(memberNo)
  // Mostly thawed: a frozen member spends nothing, and little is tested.
  member.frozen = !member.frozen && run.random.below(3) === 0
  await run.db
    .updateTable('member')
    .set({ status: member.frozen ? '2' : '1' })
    .where('memberNo', '=', memberNo)
    .execute()
  return 'ok'
}

/** Closes every period that has ended, as the close will: status and time in one statement. */
async function closePeriods(run: Run): Promise<string> {
  const { today } = run.model
  await sql`update company_period set status = '2', closed_at = ${new Date(`${today}T04:00:00Z`)}, closed_by = '測試'
    where status = '1' and end_date < ${today}`.execute(run.db)
  return 'ok'
}

const steps = {
  issue,
  returnGoods,
  restore,
  adjustDeduct,
  expire,
  writeOff,
  freeze,
  closePeriods,
  redeem: (run) => spendBy(run, 'redeem'),
  convertOut: (run) => spendBy(run, 'convertOut'),
  convertIn: (run) => add(run, 'convertIn'),
  adjustAdd: (run) => add(run, 'adjustAdd'),
  pass: async (run) => {
    run.model.today = addDays(run.model.today, 1 + run.random.below(6))
    return 'ok'
  },
} satisfies Record<Operation, (run: Run) => Promise<string>>

const drawn = Object.entries(operations).flatMap(([name, weight]) => Array.from({ length: weight }, () => name as Operation))

async function checkWhole(run: Run): Promise<void> {
  const results = await verifyLedger(run.db)
  if (!isSound(results)) throw new Error(results.map(lineOf).join('\n'))
  const { rows } = await sql<{ class: string; points: number }>`
    select account_class as class, sum(points)::bigint as points from point_entry where account_class not in ('MEMBER', 'CENTER')
    group by 1`.execute(run.db)
  for (const { class: pile, points } of rows) expectSame(`points of ${pile}`, points, run.model.piles.get(pile) ?? 0)
}

/**
 * Random operations on a migrated, empty database, each compared with the model.
 *
 * @throws Error that names the seed, the step and the difference
 */
export async function runRandomLedger(db: Database, options: RandomRunOptions): Promise<RunCounts> {
  await insertCompany(db, { companyNo: company })
  await insertCompany(db, { companyNo: prepaid, settlementMode: '2' })
  await insertCompany(db, { companyNo: payer, paygCycle: '2', settlementMode: '3' })
  const members = await insertMembers(db, options.members)
  await ledger.run(db, (trx) =>
    ledger.transfer(trx, {
      context: contextOn('2025-01-01', null),
      transfer: { kind: 'centerSale', companyNo: prepaid },
      points: prepaidStock,
    }),
  )
  const run: Run = { db, random: createRandom(options.seed), model: new LedgerModel('2025-01-10', members), sales: [], spends: [] }
  run.model.piles.set('PREPAID', prepaidStock)
  const counts: Record<string, number> = {}
  for (let step = 1; step <= options.operations; step += 1) {
    const name = run.random.pick(drawn)
    try {
      const outcome = await steps[name](run)
      counts[`${name} ${outcome}`] = (counts[`${name} ${outcome}`] ?? 0) + 1
      if (step % options.verifyEvery === 0 || step === options.operations) await checkWhole(run)
    } catch (error) {
      throw new Error(`seed ${options.seed}, step ${step}, ${name}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  }
  return counts
}
