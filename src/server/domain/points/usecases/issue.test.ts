import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ExtraRule } from '../domain/saleRule.ts'
import { ledger } from '../ledger.ts'
import { insertCompany } from '../testing/ledgerDatabase.ts'
import { ledgerWorld, refusalOf } from '../testing/ledgerWorld.ts'
import { contextOn, plainRule } from '../testing/postingContexts.ts'

const world = ledgerWorld()

describe('issue', () => {
  it('bills the company, credits the member and makes a lot', async () => {
    const { posted, ...result } = await world.issue('2025-01-10', 1280)
    expect(result).toMatchObject({ issuedPoints: 12, basePoints: 12, repaidPoints: 0, balance: 12, expireDate: '2026-12-31' })
    expect(posted?.transactionNo).toMatch(/^T20250110\d{9}$/)
    expect(await world.entriesOf(posted?.transactionId)).toEqual([
      ['MEMBER', 12, null, null],
      ['AWARD', -12, '202501', 1.05],
    ])
  })

  it('posts nothing for a sale that earns nothing', async () => {
    expect(await world.issue('2025-01-10', 99)).toMatchObject({ posted: null, issuedPoints: 0, balance: 0 })
  })

  it('takes the points of a prepaid company from its stock, and refuses without', async () => {
    expect(await refusalOf(world.issue('2025-01-10', 1000, plainRule, 'C000102'))).toBe('E1107')
    const sale = { kind: 'centerSale', companyNo: 'C000102' } as const
    await ledger.run(world.db, (trx) => ledger.transfer(trx, { context: contextOn('2025-01-10', null), transfer: sale, points: 25 }))
    const { posted } = await world.issue('2025-01-10', 1000, plainRule, 'C000102')
    expect(await world.entriesOf(posted?.transactionId)).toEqual([
      ['MEMBER', 10, null, null],
      ['PREPAID', -10, '202501', 1.05],
    ])
    expect(await sql`select prepaid_balance from company where company_no = 'C000102'`.execute(world.db)).toMatchObject({
      rows: [{ prepaidBalance: 15 }],
    })
    const back = { kind: 'centerSaleVoid', companyNo: 'C000102' } as const
    const voided = ledger.run(world.db, (trx) =>
      ledger.transfer(trx, { context: contextOn('2025-01-11', null), transfer: back, points: 16 }),
    )
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
    const first = await world.issue('2025-01-03', 35_990, { ...plainRule, extra })
    const second = await world.issue('2025-01-04', 60_000, { ...plainRule, extra })
    expect(await world.entriesOf(first.posted?.transactionId)).toEqual([
      ['MEMBER', 897, null, null],
      ['AWARD', -359, '202501', 1.05],
      ['AWARD', -216, '202501', 1.05],
      ['PAYG', -322, '202501B', 0.95],
    ])
    expect(await world.entriesOf(second.posted?.transactionId)).toEqual([
      ['MEMBER', 1062, null, null],
      ['AWARD', -600, '202501', 1.05],
      ['AWARD', -185, '202501', 1.05],
      ['PAYG', -277, '202501B', 0.95],
    ])
    const back = await world.giveBack('2025-01-20', first.posted?.transactionId, { amount: 10_000 })
    expect(back.clawedPoints).toBe(250)
    expect(await world.entriesOf(back.posted?.transactionId)).toEqual([
      ['MEMBER', -250, null, null],
      ['AWARD', 100, '202501', 1.05],
      ['AWARD', 60, '202501', 1.05],
      ['PAYG', 90, '202501B', 0.95],
    ])
  })
})

describe('periods', () => {
  it('posts into the earliest open period after a closed one, and says so', async () => {
    await insertCompany(world.db, { companyNo: 'C000103' })
    await world.issue('2025-01-10', 1000, plainRule, 'C000103')
    await sql`update company_period set status = '2', closed_at = now(), closed_by = 'x' where company_no = 'C000103'`.execute(world.db)
    const context = contextOn('2025-02-02', 'C000103', { businessAt: new Date('2025-01-31T04:00:00Z') })
    const late = await ledger.run(world.db, (trx) =>
      ledger.issue(trx, { context, memberNo: world.memberNo, amount: 1000, rule: plainRule }),
    )
    expect((await world.entriesOf(late.posted?.transactionId))[1]).toEqual(['AWARD', -10, '202502', 1.05])
    const { rows } = await sql`select is_late_posted from point_transaction where id = ${late.posted?.transactionId}`.execute(world.db)
    expect(rows).toEqual([{ isLatePosted: true }])
  })
})
