import { describe, expect, it } from 'vitest'
import { ledger } from '../ledger.ts'
import { ledgerWorld, refusalOf } from '../testing/ledgerWorld.ts'
import { contextOn, plainRule } from '../testing/postingContexts.ts'

const world = ledgerWorld()

describe('redeem', () => {
  it('uses what expires first, not what came first', async () => {
    await world.issue('2025-01-10', 1000)
    await world.issue('2025-01-11', 1000, { ...plainRule, expiry: { rule: '3', days: 30 } })
    expect(await world.redeem('2025-01-12', 13)).toMatchObject({ balance: 7, available: 7 })
    expect(await world.lots()).toEqual([['C000101', 7, '2026-12-31']])
  })

  it('leaves points that are not yet effective', async () => {
    await world.issue('2025-01-10', 1000, { ...plainRule, effectiveDelayDays: 7 })
    expect(await refusalOf(world.redeem('2025-01-16', 1))).toBe('E1301')
    expect(await world.redeem('2025-01-17', 10)).toMatchObject({ balance: 0 })
  })

  it('keeps to minimum, step and share of the sale', async () => {
    await world.issue('2025-01-10', 100_000)
    const rules = { minRedeemPoints: 50, redeemStep: 10, maxRedeemRatio: 30, parValue: 1 }
    const by = (points: number, amount: number) =>
      ledger.run(world.db, (trx) =>
        ledger.redeem(trx, { context: contextOn('2025-01-11'), memberNo: world.memberNo, points, amount, rules }),
      )
    expect(await refusalOf(by(40, 1000))).toBe('E1302')
    expect(await refusalOf(by(55, 1000))).toBe('E1302')
    expect(await refusalOf(by(310, 1000))).toBe('E1303')
    expect(await by(300, 1000)).toMatchObject({ balance: 700 })
  })

  it('a redemption is refused for a frozen member, whose sales still earn', async () => {
    await world.issue('2025-01-10', 1000)
    await world.db.updateTable('member').set({ status: '2' }).where('memberNo', '=', world.memberNo).execute()
    expect(await refusalOf(world.redeem('2025-01-11', 5))).toBe('E1202')
    expect(await world.issue('2025-01-11', 1000)).toMatchObject({ balance: 20 })
  })

  it('expires first what the job has not reached', async () => {
    await world.issue('2025-01-10', 1000, { ...plainRule, expiry: { rule: '3', days: 5 } })
    await world.issue('2025-01-10', 500)
    expect(await refusalOf(world.redeem('2025-01-16', 6))).toBe('E1301')
    expect(await world.redeem('2025-01-16', 5)).toMatchObject({ balance: 0 })
  })
})
