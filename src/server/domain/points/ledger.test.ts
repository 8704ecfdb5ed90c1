import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/database/tables.ts'
import type { ExtraRule } from './domain/saleRule.ts'
import { ledger } from './ledger.ts'
import { insertCompany, insertMembers, openLedgerDatabase } from './testing/ledgerDatabase.ts'
import { contextOn, plainRule } from './testing/postingContexts.ts'
import type { Adjustment } from './usecases/adjustMany.ts'
import { isSound, lineOf, verifyLedger } from './verify/verifyLedger.ts'

const redeemRules = { minRedeemPoints: 1, redeemStep: 1, maxRedeemRatio: 100, parValue: 1 }
const limit = { limitPoints: 1000, overLimitAction: '1' } as const

let db: Database
let close: () => Promise<void>
let members: readonly string[]
let next = 0
let memberNo: string

beforeAll(async () => {
  ;({ db, close } = await openLedgerDatabase())
  await insertCompany(db, { companyNo: 'C000101' })
  await insertCompany(db, { companyNo: 'C000102', settlementMode: '2' })
  await insertCompany(db, { companyNo: 'C000900', settlementMode: '3', paygCycle: '4', cycleDay: 25, bankStream: true })
  members = await insertMembers(db, 100)
}, 120_000)
afterAll(() => close())
/** A member of its own for each test. */
beforeEach(() => {
  memberNo = members[next++] as string
})

/** A sale of NT$ at 每滿 100 元 1 點. */
function issue(date: string, amount: number, rule = plainRule, companyNo = 'C000101') {
  return ledger.run(db, (trx) => ledger.issue(trx, { context: contextOn(date, companyNo), memberNo, amount, rule }))
}
function redeem(date: string, points: number, companyNo = 'C000101') {
  const context = contextOn(date, companyNo)
  return ledger.run(db, (trx) => ledger.redeem(trx, { context, memberNo, points, amount: points, rules: redeemRules }))
}
type Return = { amount: number } | { points: number }
function giveBack(date: string, transactionId: number | undefined, what: Return, changes: object = {}) {
  const request = 'amount' in what ? ({ kind: 'amount', ...what } as const) : ({ kind: 'points', ...what } as const)
  const original = { transactionId: transactionId ?? 0 }
  const input = { context: contextOn(date), original, request, limit, acceptPartial: false, ...changes }
  return ledger.run(db, (trx) => ledger.issueReturn(trx, input))
}
function redeemReturn(date: string, transactionId: number, points: number) {
  const input = { context: contextOn(date), original: { transactionId }, points, graceDays: 30 }
  return ledger.run(db, (trx) => ledger.redeemReturn(trx, input))
}

/** Lines of a transaction: class, points, period, unit price. */
async function linesOf(transactionId: number | undefined): Promise<readonly unknown[][]> {
  const { rows } = await sql<{ line: unknown[] }>`
    select jsonb_build_array(e.account_class, e.points, p.period_no, e.unit_price) as line
    from point_entry e left join company_period p on p.id = e.period_id
    where e.transaction_id = ${transactionId ?? 0} order by e.line_no`.execute(db)
  return rows.map((row) => row.line)
}

/** Lots of the member: issuer, remaining, last day; in consumption order. */
async function lots(): Promise<readonly unknown[][]> {
  const { rows } = await sql<{ lot: unknown[] }>`
    select jsonb_build_array(l.issuer_company_no, l.remaining_points, l.expire_date) as lot
    from point_lot l join point_account a on a.id = l.account_id
    where a.owner_id = ${memberNo} and l.remaining_points > 0 order by l.expire_date, l.effective_date, l.id`.execute(db)
  return rows.map((row) => row.lot)
}

const refusalOf = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'posted'
}

describe('issue', () => {
  it('bills the company, credits the member and makes a lot', async () => {
    const { posted, ...result } = await issue('2025-01-10', 1280)
    expect(result).toMatchObject({ issuedPoints: 12, basePoints: 12, repaidPoints: 0, balance: 12, expireDate: '2026-12-31' })
    expect(posted?.transactionNo).toMatch(/^T20250110\d{9}$/)
    expect(await linesOf(posted?.transactionId)).toEqual([
      ['MEMBER', 12, null, null],
      ['AWARD', -12, '202501', 1.05],
    ])
  })

  it('posts nothing for a sale that earns nothing', async () => {
    expect(await issue('2025-01-10', 99)).toMatchObject({ posted: null, issuedPoints: 0, balance: 0 })
  })

  it('takes the points of a prepaid company from its stock, and refuses without', async () => {
    expect(await refusalOf(issue('2025-01-10', 1000, plainRule, 'C000102'))).toBe('E1107')
    const sale = { kind: 'centerSale', companyNo: 'C000102' } as const
    await ledger.run(db, (trx) => ledger.transfer(trx, { context: contextOn('2025-01-10', null), transfer: sale, points: 25 }))
    const { posted } = await issue('2025-01-10', 1000, plainRule, 'C000102')
    expect(await linesOf(posted?.transactionId)).toEqual([
      ['MEMBER', 10, null, null],
      ['PREPAID', -10, '202501', 1.05],
    ])
    expect(await sql`select prepaid_balance from company where company_no = 'C000102'`.execute(db)).toMatchObject({
      rows: [{ prepaidBalance: 15 }],
    })
    const back = { kind: 'centerSaleVoid', companyNo: 'C000102' } as const
    const voided = ledger.run(db, (trx) => ledger.transfer(trx, { context: contextOn('2025-01-11', null), transfer: back, points: 16 }))
    expect(await refusalOf(voided)).toBe('E1107')
  })

  it('stops the extra points of a card at the cap of the month (domain 7.4, T2 and T4)', async () => {
    const extra: ExtraRule = {
      extraRatioNo: 'XR000001',
      payerCompanyNo: 'C000900',
      baseBearer: 'company',
      extraRatio: 150,
      payerShareRatio: 60,
      monthlyCapPoints: 1000,
      eligibleAmount: null,
      unitPrice: 0.95,
    }
    const first = await issue('2025-01-03', 35_990, { ...plainRule, extra })
    const second = await issue('2025-01-04', 60_000, { ...plainRule, extra })
    expect(await linesOf(first.posted?.transactionId)).toEqual([
      ['MEMBER', 897, null, null],
      ['AWARD', -359, '202501', 1.05],
      ['AWARD', -216, '202501', 1.05],
      ['PAYG', -322, '202501B', 0.95],
    ])
    expect(await linesOf(second.posted?.transactionId)).toEqual([
      ['MEMBER', 1062, null, null],
      ['AWARD', -600, '202501', 1.05],
      ['AWARD', -185, '202501', 1.05],
      ['PAYG', -277, '202501B', 0.95],
    ])
    const back = await giveBack('2025-01-20', first.posted?.transactionId, { amount: 10_000 })
    expect(back.clawedPoints).toBe(250)
    expect(await linesOf(back.posted?.transactionId)).toEqual([
      ['MEMBER', -250, null, null],
      ['AWARD', 100, '202501', 1.05],
      ['AWARD', 60, '202501', 1.05],
      ['PAYG', 90, '202501B', 0.95],
    ])
  })
})

describe('redeem', () => {
  it('uses what expires first, not what came first', async () => {
    await issue('2025-01-10', 1000)
    await issue('2025-01-11', 1000, { ...plainRule, expiry: { rule: '3', days: 30 } })
    expect(await redeem('2025-01-12', 13)).toMatchObject({ balance: 7, available: 7 })
    expect(await lots()).toEqual([['C000101', 7, '2026-12-31']])
  })

  it('leaves points that are not yet effective', async () => {
    await issue('2025-01-10', 1000, { ...plainRule, effectiveDelayDays: 7 })
    expect(await refusalOf(redeem('2025-01-16', 1))).toBe('E1301')
    expect(await redeem('2025-01-17', 10)).toMatchObject({ balance: 0 })
  })

  it('keeps to minimum, step and share of the sale', async () => {
    await issue('2025-01-10', 100_000)
    const rules = { minRedeemPoints: 50, redeemStep: 10, maxRedeemRatio: 30, parValue: 1 }
    const by = (points: number, amount: number) =>
      ledger.run(db, (trx) => ledger.redeem(trx, { context: contextOn('2025-01-11'), memberNo, points, amount, rules }))
    expect(await refusalOf(by(40, 1000))).toBe('E1302')
    expect(await refusalOf(by(55, 1000))).toBe('E1302')
    expect(await refusalOf(by(310, 1000))).toBe('E1303')
    expect(await by(300, 1000)).toMatchObject({ balance: 700 })
  })

  it('a redemption is refused for a frozen member, whose sales still earn', async () => {
    await issue('2025-01-10', 1000)
    await db.updateTable('member').set({ status: '2' }).where('memberNo', '=', memberNo).execute()
    expect(await refusalOf(redeem('2025-01-11', 5))).toBe('E1202')
    expect(await issue('2025-01-11', 1000)).toMatchObject({ balance: 20 })
  })

  it('expires first what the job has not reached', async () => {
    await issue('2025-01-10', 1000, { ...plainRule, expiry: { rule: '3', days: 5 } })
    await issue('2025-01-10', 500)
    expect(await refusalOf(redeem('2025-01-16', 6))).toBe('E1301')
    expect(await redeem('2025-01-16', 5)).toMatchObject({ balance: 0 })
  })
})

describe('return of goods', () => {
  it('takes the points of the sale, then other points, then leaves a debt', async () => {
    const sale = await issue('2025-01-10', 3000)
    await redeem('2025-01-11', 28)
    await issue('2025-01-12', 500, { ...plainRule, effectiveDelayDays: 30 })
    const back = await giveBack('2025-01-13', sale.posted?.transactionId, { amount: 3000 })
    expect(back).toMatchObject({ clawedPoints: 30, debtPoints: 23, shortagePoints: 0, balance: -23 })
    expect(back.posted?.pendingNo).toMatch(/^NP20250113\d{5}$/)
    expect(await lots()).toEqual([])
  })

  it('lets new points repay the debt first', async () => {
    const sale = await issue('2025-01-10', 3000)
    await redeem('2025-01-11', 30)
    await giveBack('2025-01-13', sale.posted?.transactionId, { amount: 3000 })
    expect(await issue('2025-01-14', 1000)).toMatchObject({ issuedPoints: 10, repaidPoints: 10, balance: -20 })
    expect(await refusalOf(redeem('2025-01-14', 1))).toBe('E1301')
    expect(await issue('2025-01-15', 2500)).toMatchObject({ repaidPoints: 20, balance: 5 })
    expect(await lots()).toEqual([['C000101', 5, '2026-12-31']])
  })

  it('refuses over the limit with the shortage, and takes what it can when asked to', async () => {
    const sale = await issue('2025-01-10', 3000)
    await redeem('2025-01-11', 30)
    const tight = { limitPoints: 12, overLimitAction: '1' } as const
    const refused = giveBack('2025-01-13', sale.posted?.transactionId, { amount: 3000 }, { limit: tight })
    await expect(refused).rejects.toMatchObject({ code: 'E1310', detail: { shortagePoints: 18 } })
    const partial = await giveBack('2025-01-13', sale.posted?.transactionId, { amount: 3000 }, { limit: tight, acceptPartial: true })
    expect(partial).toMatchObject({ clawedPoints: 12, shortagePoints: 18, balance: -12 })
    expect(await linesOf(partial.posted?.transactionId)).toEqual([
      ['MEMBER', -12, null, null],
      ['AWARD', 12, '202501', 1.05],
    ])
  })

  it('a return of goods does not ask the member for points of the sale that have expired', async () => {
    const sale = await issue('2025-01-10', 3000, { ...plainRule, expiry: { rule: '3', days: 5 } })
    await redeem('2025-01-11', 10)
    await issue('2025-01-12', 1500)
    const back = await giveBack('2025-01-20', sale.posted?.transactionId, { amount: 3000 })
    expect(back).toMatchObject({ clawedPoints: 30, debtPoints: 0, balance: 5 })
    expect(await linesOf(back.posted?.transactionId)).toEqual([
      ['MEMBER', -10, null, null],
      ['EXPIRED', -20, null, null],
      ['AWARD', 30, '202501', 1.05],
    ])
  })

  it('remembers a return too small to cost a point', async () => {
    const sale = await issue('2025-01-10', 1280)
    expect(await giveBack('2025-01-11', sale.posted?.transactionId, { amount: 50 })).toMatchObject({
      posted: null,
      clawedPoints: 0,
      balance: 12,
    })
    expect(await giveBack('2025-01-12', sale.posted?.transactionId, { amount: 50 })).toMatchObject({ clawedPoints: 1, balance: 11 })
    expect(await refusalOf(giveBack('2025-01-12', sale.posted?.transactionId, { amount: 1181 }))).toBe('E1305')
    expect(await giveBack('2025-01-12', sale.posted?.transactionId, { amount: 1180 })).toMatchObject({ clawedPoints: 11, balance: 0 })
  })

  it('a return of goods does not take back the sale of another company', async () => {
    const sale = await issue('2025-01-10', 1280)
    const foreign = giveBack('2025-01-11', sale.posted?.transactionId, { amount: 50 }, { context: contextOn('2025-01-11', 'C000900') })
    expect(await refusalOf(foreign)).toBe('E1304')
  })
})

describe('redeem return', () => {
  it('restores the latest expiry first, and gives days of grace to what has expired', async () => {
    await issue('2025-01-10', 1000, { ...plainRule, expiry: { rule: '3', days: 5 } })
    await issue('2025-01-10', 1000)
    const spent = await redeem('2025-01-11', 20)
    expect(await redeemReturn('2025-01-20', spent.posted.transactionId, 12)).toMatchObject({ balance: 12, repaidPoints: 0 })
    expect(await lots()).toEqual([
      ['C000101', 2, '2025-02-19'],
      ['C000101', 10, '2026-12-31'],
    ])
    expect(await refusalOf(redeemReturn('2025-01-20', spent.posted.transactionId, 9))).toBe('E1305')
    await redeemReturn('2025-01-21', spent.posted.transactionId, 8)
    expect(await lots()).toEqual([
      ['C000101', 2, '2025-02-19'],
      ['C000101', 8, '2025-02-20'],
      ['C000101', 10, '2026-12-31'],
    ])
  })

  it('repays a debt first', async () => {
    const sale = await issue('2025-01-10', 1000)
    const spent = await redeem('2025-01-11', 10)
    await giveBack('2025-01-12', sale.posted?.transactionId, { amount: 600 })
    expect(await redeemReturn('2025-01-13', spent.posted.transactionId, 10)).toMatchObject({ repaidPoints: 6, balance: 4 })
  })
})

describe('adjustment, write-off and conversion', () => {
  it('writes a debt off at the cost of the company', async () => {
    const sale = await issue('2025-01-10', 1000)
    await redeem('2025-01-11', 10)
    await giveBack('2025-01-12', sale.posted?.transactionId, { amount: 1000 })
    const pending = await db.selectFrom('memberPendingPoint').select('id').where('memberNo', '=', memberNo).execute()
    const input = { memberNo, debtIds: pending.map((row) => row.id), costBearer: { companyNo: 'C000101' } }
    const off = await ledger.run(db, (trx) => ledger.writeOff(trx, { ...input, context: contextOn('2025-02-01') }))
    expect(off.balance).toBe(0)
    expect(await linesOf(off.posted.transactionId)).toEqual([
      ['MEMBER', 10, null, null],
      ['WRITEOFF', -10, '202502', 1.05],
    ])
    const row = await db.selectFrom('memberPendingPoint').selectAll().where('memberNo', '=', memberNo).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: '5', writtenOffPoints: 10, outstandingPoints: 0 })
    expect(await refusalOf(ledger.run(db, (trx) => ledger.writeOff(trx, { ...input, context: contextOn('2025-02-01') })))).toBe('E1304')
  })

  it('deducts down to the limit and no further', async () => {
    await issue('2025-01-10', 1000)
    const deduct = (points: number) =>
      ledger.run(db, (trx) =>
        ledger.adjustDeduct(trx, {
          context: contextOn('2025-01-11'),
          holder: { memberNo },
          points,
          costBearer: { companyNo: null },
          limitPoints: 5,
        }),
      )
    expect(await refusalOf(deduct(16))).toBe('M22')
    expect(await deduct(15)).toMatchObject({ balance: -5 })
    expect(await refusalOf(deduct(1))).toBe('M22')
  })

  it('adjusts many holders as one by one, in few statements, or none when one is refused', async () => {
    const owners = members.slice(next, next + 30)
    next += owners.length
    // The first has points that have expired, the second owes.
    memberNo = owners[0] as string
    await issue('2023-01-10', 500)
    memberNo = owners[1] as string
    const sale = await issue('2025-01-10', 1000)
    await redeem('2025-01-11', 10)
    await giveBack('2025-01-12', sale.posted?.transactionId, { amount: 1000 })
    const common = (owner: string) => ({
      context: contextOn('2025-02-01'),
      holder: { memberNo: owner },
      points: 25,
      costBearer: { companyNo: 'C000101' },
    })
    let statements = 0
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const adjust = (each: (owner: string) => Adjustment) =>
      ledger.run(db, (trx) => ledger.adjustMany(trx.withPlugin(counter) as typeof trx, owners.map(each)))
    const balances = async () => {
      const rows = await db.selectFrom('pointAccount').select(['ownerId', 'balance']).where('ownerId', 'in', owners).execute()
      return owners.map((owner) => rows.find((row) => row.ownerId === owner)?.balance)
    }
    const added = await adjust((owner) => ({ ...common(owner), expireDate: '2026-12-31' }))
    expect('posted' in added && new Set(added.posted.map((posted) => posted.transactionNo)).size).toBe(owners.length)
    expect(await balances()).toEqual([25, 15, ...Array(28).fill(25)])
    expect(statements).toBeLessThan(10)
    const taken = await adjust((owner) => ({ ...common(owner), limitPoints: 0, points: owner === owners[3] ? 26 : 15 }))
    expect('refused' in taken && taken.refused.map(({ index, refusal }) => [index, refusal.code])).toEqual([[3, 'M22']])
    expect(await balances()).toEqual([25, 15, ...Array(28).fill(25)])
    await adjust((owner) => ({ ...common(owner), limitPoints: 0, points: 15 }))
    expect(await balances()).toEqual([10, 0, ...Array(28).fill(10)])
  })

  it('corrects the accounting of a company without a member', async () => {
    const posted = await ledger.run(db, (trx) =>
      ledger.adjustCompany(trx, { context: contextOn('2025-01-11'), account: 'AWARD', points: -1500 }),
    )
    expect(await linesOf(posted.transactionId)).toEqual([
      ['AWARD', -1500, '202501', 1.05],
      ['PLATFORM', 1500, null, null],
    ])
  })

  it('converts in and out at the price of the setting, in the stream of the partner', async () => {
    const context = contextOn('2025-01-26', 'C000900')
    const inwards = await ledger.run(db, (trx) =>
      ledger.convertIn(trx, { context, memberNo, points: 500, unitPrice: 0.98, expireDate: '2026-12-31' }),
    )
    expect(await linesOf(inwards.posted.transactionId)).toEqual([
      ['MEMBER', 500, null, null],
      ['CONVIN', -500, '202502B', 0.98],
    ])
    const out = await ledger.run(db, (trx) =>
      ledger.convertOut(trx, { context: contextOn('2025-01-27', 'C000900'), memberNo, points: 200, unitPrice: 0.95 }),
    )
    expect(await linesOf(out.posted.transactionId)).toEqual([
      ['MEMBER', -200, null, null],
      ['CONVOUT', 200, '202502B', 0.95],
    ])
  })
})

describe('serials and corporate members', () => {
  it('exchanges for many corporate members as one by one: what has expired first, the lot that expires first, or nothing', async () => {
    const [one, other] = ['E000011', 'E000012']
    const sell = (corporateNo: string, points: number, expireDate: string) =>
      ledger.run(db, (trx) => ledger.saleIntoAccount(trx, { context: contextOn('2025-01-05', null), corporateNo, points, expireDate }))
    await sell(one, 100, '2025-02-15')
    await sell(one, 300, '2025-12-31')
    await sell(other, 50, '2025-12-31')
    const exchangeOf = (corporateNo: string, date: string, points: number) => ({ context: contextOn(date, null), corporateNo, points })
    const many = (...orders: readonly ReturnType<typeof exchangeOf>[]) => ledger.run(db, (trx) => ledger.exchangeMany(trx, orders))
    const posted = await many(
      exchangeOf(one, '2025-02-01', 30),
      exchangeOf(other, '2025-02-01', 50),
      exchangeOf(one, '2025-02-10', 30),
      // The 40 points that are left of the first lot expire before this one.
      exchangeOf(one, '2025-02-16', 200),
      exchangeOf(one, '2025-02-17', 100),
    )
    expect(posted).toHaveLength(5)
    const lotsOf = async (owner: string) => {
      const { rows } = await sql<{ expired: number; left: number }>`
        select l.remaining_points as left, coalesce((select sum(points) from lot_allocation a where a.lot_id = l.id and allocation_kind = '3'), 0)::int
          as expired from point_lot l join point_account a on a.id = l.account_id where a.owner_id = ${owner} order by l.expire_date`.execute(
        db,
      )
      return rows
    }
    const left = [
      { expired: 40, left: 0 },
      { expired: 0, left: 0 },
    ]
    expect(await lotsOf(one)).toEqual(left)
    expect(await refusalOf(many(exchangeOf(other, '2025-03-01', 1)))).toBe('E1301')
    expect(await lotsOf(other)).toEqual([{ expired: 0, left: 0 }])
  })

  it('transfers many times in one go, each to a holder of its own or to the same one', async () => {
    const transfer = (kind: 'serialSale' | 'serialVoid', settlementNo: string, points: number) => ({
      ...{ context: contextOn('2025-03-01', null), transfer: { kind, settlementNo }, points },
    })
    const [one, other] = ['SB2025039001', 'SB2025039002']
    const posted = await ledger.run(db, (trx) =>
      ledger.transferMany(trx, [
        ...[transfer('serialSale', one, 10), transfer('serialSale', other, 20), transfer('serialSale', one, 5)],
        ...[transfer('serialVoid', other, 20), transfer('serialVoid', one, 15)],
      ]),
    )
    const balances = posted.map(({ holders }) =>
      [one, other].map((owner) => holders.find(({ account }) => account.ownerId === owner)?.balance),
    )
    expect(balances).toEqual([
      [10, 0],
      [10, 20],
      [15, 20],
      [15, 0],
      [0, 0],
    ])
    const tooMany = ledger.run(db, (trx) => ledger.transferMany(trx, [transfer('serialSale', one, 5), transfer('serialVoid', one, 6)]))
    expect(await refusalOf(tooMany)).toBe('M22')
  })

  it('sells, deposits, exchanges, cancels, voids and expires', async () => {
    const at = () => contextOn('2025-03-01', null)
    const serial = { kind: 'serialSale', settlementNo: 'SB2025030001' } as const
    const corp = { corporateNo: 'E000007' }
    await ledger.run(db, (trx) => ledger.transfer(trx, { context: at(), transfer: serial, points: 1000 }))
    const deposit = { settlementNo: serial.settlementNo, to: corp, points: 600, expireDate: '2025-12-31' }
    expect(await ledger.run(db, (trx) => ledger.serialDeposit(trx, { context: at(), ...deposit }))).toMatchObject({ balance: 600 })
    const taken = await ledger.run(db, (trx) => ledger.exchange(trx, { context: at(), from: corp, points: 250 }))
    const original = { transactionId: taken.transactionId }
    const cancel = { context: at(), original, points: 100, graceDays: 30 }
    expect(await ledger.run(db, (trx) => ledger.exchangeCancel(trx, cancel))).toMatchObject({ balance: 450 })
    const fromSerials = await ledger.run(db, (trx) => ledger.exchange(trx, { context: at(), from: serial, points: 300 }))
    const serialCancel = { context: at(), original: { transactionId: fromSerials.transactionId }, points: 300, graceDays: 30 }
    expect(await ledger.run(db, (trx) => ledger.exchangeCancel(trx, serialCancel))).toMatchObject({ balance: 400 })
    const tooMany = ledger.run(db, (trx) => ledger.exchange(trx, { context: at(), from: serial, points: 401 }))
    expect(await refusalOf(tooMany)).toBe('M22')
    const away = { kind: 'serialVoid', settlementNo: serial.settlementNo } as const
    await ledger.run(db, (trx) => ledger.transfer(trx, { context: at(), transfer: away, points: 150 }))
    await ledger.run(db, (trx) => ledger.expireSerials(trx, { context: at(), settlementNo: serial.settlementNo, points: 250 }))
    const holders = await ledger.expireAll(db, new Date('2026-01-01T04:00:00Z'))
    expect(holders).toBeGreaterThan(0)
    const { rows } = await sql`select class, balance from point_account where owner_id in ('E000007', ${serial.settlementNo})`.execute(db)
    expect(rows).toEqual(
      expect.arrayContaining([
        { class: 'SERIAL', balance: 0 },
        { class: 'CORP', balance: 0 },
      ]),
    )
  })
})

describe('periods', () => {
  it('posts into the earliest open period after a closed one, and says so', async () => {
    await insertCompany(db, { companyNo: 'C000103' })
    await issue('2025-01-10', 1000, plainRule, 'C000103')
    await sql`update company_period set status = '2', closed_at = now(), closed_by = 'x' where company_no = 'C000103'`.execute(db)
    const context = contextOn('2025-02-02', 'C000103', { businessAt: new Date('2025-01-31T04:00:00Z') })
    const late = await ledger.run(db, (trx) => ledger.issue(trx, { context, memberNo, amount: 1000, rule: plainRule }))
    expect((await linesOf(late.posted?.transactionId))[1]).toEqual(['AWARD', -10, '202502', 1.05])
    const { rows } = await sql`select is_late_posted from point_transaction where id = ${late.posted?.transactionId}`.execute(db)
    expect(rows).toEqual([{ isLatePosted: true }])
  })
})

describe('requests of partners', () => {
  const request = (externalTxnNo: string, requestHash = 'a') => ({
    platformNo: 'P0003',
    externalTxnNo,
    kind: '10',
    requestHash,
    now: new Date('2025-01-10T04:00:00Z'),
  })
  const sale = (externalTxnNo: string, amount: number) => async (trx: Parameters<typeof ledger.issue>[0]) => {
    const source = { platformNo: 'P0003', externalTxnNo, requestHash: 'a' }
    const result = await ledger.issue(trx, { context: contextOn('2025-01-10', 'C000101', { source }), memberNo, amount, rule: plainRule })
    return { response: { balance: result.balance }, transactionId: result.posted?.transactionId ?? null }
  }

  it('get the first answer again, whatever happened since', async () => {
    expect(await ledger.answerOnce(db, request('X1'), sale('X1', 1000))).toEqual({ response: { balance: 10 }, replayed: false })
    await issue('2025-01-11', 1000)
    expect(await ledger.answerOnce(db, request('X1'), sale('X1', 1000))).toEqual({ response: { balance: 10 }, replayed: true })
    expect(await refusalOf(ledger.answerOnce(db, request('X1', 'b'), sale('X1', 2000)))).toBe('E1409')
  })

  it('requests of partners may use the number of a refused request again', async () => {
    const unknown = memberNo
    memberNo = '880000999999'
    expect(await refusalOf(ledger.answerOnce(db, request('X2'), sale('X2', 1000)))).toBe('E1201')
    memberNo = unknown
    expect(await ledger.answerOnce(db, request('X2'), sale('X2', 1000))).toMatchObject({ replayed: false })
  })

  it('requests of partners leave what a refusal wants to be remembered', async () => {
    const unknown = memberNo
    memberNo = '880000999999'
    const refused = ledger.answerOnce(db, request('X3'), sale('X3', 1000), async (trx) => {
      await trx
        .insertInto('activityLog')
        .values({ logCategory: '3', message: 'refused X3' } as never)
        .execute()
    })
    expect(await refusalOf(refused)).toBe('E1201')
    memberNo = unknown
    expect((await sql`select from activity_log where message = 'refused X3'`.execute(db)).rows).toHaveLength(1)
    expect((await sql`select from partner_idempotency where external_txn_no = 'X3'`.execute(db)).rows).toHaveLength(0)
  })

  it('requests of partners know a sale that earned nothing, from before such sales were kept, too', async () => {
    await ledger.answerOnce(db, request('X4'), sale('X4', 10))
    const giveBack = (externalTxnNo: string, points: boolean) => {
      const sold = { platformNo: 'P0003', externalTxnNo, companyNo: 'C000101' }
      return ledger.run(db, (trx) =>
        ledger.returnZeroPointSale(trx, sold, points ? { kind: 'points', points: 1 } : { kind: 'amount', amount: 10 }),
      )
    }
    await giveBack('X4', false)
    expect(await refusalOf(giveBack('X4', true))).toBe('E1305')
    expect(await refusalOf(giveBack('X5', false))).toBe('E1304')
  })
})

describe('business time', () => {
  it('lies at most 35 days back and 5 minutes ahead', () => {
    const now = new Date('2025-02-10T04:00:00Z')
    const check = (at: string) => () => ledger.checkBusinessTime(new Date(at), now, 35)
    expect(check('2025-01-05T16:00:00Z')).not.toThrow()
    expect(check('2025-01-05T15:59:59Z')).toThrow('交易時間超出允許範圍')
    expect(check('2025-02-10T04:05:00Z')).not.toThrow()
    expect(check('2025-02-10T04:05:01Z')).toThrow('交易時間超出允許範圍')
  })
})

describe('the whole ledger', () => {
  it('the whole ledger is sound after all this', async () => {
    const results = await verifyLedger(db)
    expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
  })
})
