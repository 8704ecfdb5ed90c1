import { describe, expect, it } from 'vitest'
import { ledgerWorld, refusalOf } from '../testing/ledgerWorld.ts'
import { contextOn, plainRule } from '../testing/postingContexts.ts'

const world = ledgerWorld()

describe('return of goods', () => {
  it('takes the points of the sale, then other points, then leaves a debt', async () => {
    const sale = await world.issue('2025-01-10', 3000)
    await world.redeem('2025-01-11', 28)
    await world.issue('2025-01-12', 500, { ...plainRule, effectiveDelayDays: 30 })
    const back = await world.giveBack('2025-01-13', sale.posted?.transactionId, { amount: 3000 })
    expect(back).toMatchObject({ clawedPoints: 30, debtPoints: 23, shortagePoints: 0, balance: -23 })
    expect(back.posted?.pendingNo).toMatch(/^NP20250113\d{5}$/)
    expect(await world.lots()).toEqual([])
  })

  it('lets new points repay the debt first', async () => {
    const sale = await world.issue('2025-01-10', 3000)
    await world.redeem('2025-01-11', 30)
    await world.giveBack('2025-01-13', sale.posted?.transactionId, { amount: 3000 })
    expect(await world.issue('2025-01-14', 1000)).toMatchObject({ issuedPoints: 10, repaidPoints: 10, balance: -20 })
    expect(await refusalOf(world.redeem('2025-01-14', 1))).toBe('E1301')
    expect(await world.issue('2025-01-15', 2500)).toMatchObject({ repaidPoints: 20, balance: 5 })
    expect(await world.lots()).toEqual([['C000101', 5, '2026-12-31']])
  })

  it('refuses over the limit with the shortage, and takes what it can when asked to', async () => {
    const sale = await world.issue('2025-01-10', 3000)
    await world.redeem('2025-01-11', 30)
    const tight = { limitPoints: 12, overLimitAction: '1' } as const
    const refused = world.giveBack('2025-01-13', sale.posted?.transactionId, { amount: 3000 }, { limit: tight })
    await expect(refused).rejects.toMatchObject({ code: 'E1310', detail: { shortagePoints: 18 } })
    const partial = await world.giveBack('2025-01-13', sale.posted?.transactionId, { amount: 3000 }, { limit: tight, acceptPartial: true })
    expect(partial).toMatchObject({ clawedPoints: 12, shortagePoints: 18, balance: -12 })
    expect(await world.entriesOf(partial.posted?.transactionId)).toEqual([
      ['MEMBER', -12, null, null],
      ['AWARD', 12, '202501', 1.05],
    ])
  })

  it('a return of goods does not ask the member for points of the sale that have expired', async () => {
    const sale = await world.issue('2025-01-10', 3000, { ...plainRule, expiry: { rule: '3', days: 5 } })
    await world.redeem('2025-01-11', 10)
    await world.issue('2025-01-12', 1500)
    const back = await world.giveBack('2025-01-20', sale.posted?.transactionId, { amount: 3000 })
    expect(back).toMatchObject({ clawedPoints: 30, debtPoints: 0, balance: 5 })
    expect(await world.entriesOf(back.posted?.transactionId)).toEqual([
      ['MEMBER', -10, null, null],
      ['EXPIRED', -20, null, null],
      ['AWARD', 30, '202501', 1.05],
    ])
  })

  it('remembers a return too small to cost a point', async () => {
    const sale = await world.issue('2025-01-10', 1280)
    expect(await world.giveBack('2025-01-11', sale.posted?.transactionId, { amount: 50 })).toMatchObject({
      posted: null,
      clawedPoints: 0,
      balance: 12,
    })
    expect(await world.giveBack('2025-01-12', sale.posted?.transactionId, { amount: 50 })).toMatchObject({ clawedPoints: 1, balance: 11 })
    expect(await refusalOf(world.giveBack('2025-01-12', sale.posted?.transactionId, { amount: 1181 }))).toBe('E1305')
    expect(await world.giveBack('2025-01-12', sale.posted?.transactionId, { amount: 1180 })).toMatchObject({ clawedPoints: 11, balance: 0 })
  })

  it('a return of goods does not take back the sale of another company', async () => {
    const sale = await world.issue('2025-01-10', 1280)
    const foreign = world.giveBack(
      '2025-01-11',
      sale.posted?.transactionId,
      { amount: 50 },
      { context: contextOn('2025-01-11', 'C000900') },
    )
    expect(await refusalOf(foreign)).toBe('E1304')
  })
})

describe('redeem return', () => {
  it('restores the latest expiry first, and gives days of grace to what has expired', async () => {
    await world.issue('2025-01-10', 1000, { ...plainRule, expiry: { rule: '3', days: 5 } })
    await world.issue('2025-01-10', 1000)
    const spent = await world.redeem('2025-01-11', 20)
    expect(await world.redeemReturn('2025-01-20', spent.posted.transactionId, 12)).toMatchObject({ balance: 12, repaidPoints: 0 })
    expect(await world.lots()).toEqual([
      ['C000101', 2, '2025-02-19'],
      ['C000101', 10, '2026-12-31'],
    ])
    expect(await refusalOf(world.redeemReturn('2025-01-20', spent.posted.transactionId, 9))).toBe('E1305')
    await world.redeemReturn('2025-01-21', spent.posted.transactionId, 8)
    expect(await world.lots()).toEqual([
      ['C000101', 2, '2025-02-19'],
      ['C000101', 8, '2025-02-20'],
      ['C000101', 10, '2026-12-31'],
    ])
  })

  it('repays a debt first', async () => {
    const sale = await world.issue('2025-01-10', 1000)
    const spent = await world.redeem('2025-01-11', 10)
    await world.giveBack('2025-01-12', sale.posted?.transactionId, { amount: 600 })
    expect(await world.redeemReturn('2025-01-13', spent.posted.transactionId, 10)).toMatchObject({ repaidPoints: 6, balance: 4 })
  })
})
