import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ledger } from '../ledger.ts'
import { ledgerWorld, refusalOf } from '../testing/ledgerWorld.ts'
import { contextOn } from '../testing/postingContexts.ts'

const world = ledgerWorld()

describe('serials and corporate members', () => {
  it('exchanges for many corporate members as one by one: what has expired first, the lot that expires first, or nothing', async () => {
    const [one, other] = ['E000011', 'E000012']
    const sell = (corporateNo: string, points: number, expireDate: string) =>
      ledger.run(world.db, (trx) =>
        ledger.saleIntoAccount(trx, { context: contextOn('2025-01-05', null), corporateNo, points, expireDate }),
      )
    await sell(one, 100, '2025-02-15')
    await sell(one, 300, '2025-12-31')
    await sell(other, 50, '2025-12-31')
    const exchangeOf = (corporateNo: string, date: string, points: number) => ({ context: contextOn(date, null), corporateNo, points })
    const many = (...orders: readonly ReturnType<typeof exchangeOf>[]) => ledger.run(world.db, (trx) => ledger.exchangeMany(trx, orders))
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
        world.db,
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
    const posted = await ledger.run(world.db, (trx) =>
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
    const tooMany = ledger.run(world.db, (trx) =>
      ledger.transferMany(trx, [transfer('serialSale', one, 5), transfer('serialVoid', one, 6)]),
    )
    expect(await refusalOf(tooMany)).toBe('M22')
  })

  it('sells, deposits, exchanges, cancels, voids and expires', async () => {
    const at = () => contextOn('2025-03-01', null)
    const serial = { kind: 'serialSale', settlementNo: 'SB2025030001' } as const
    const corp = { corporateNo: 'E000007' }
    await ledger.run(world.db, (trx) => ledger.transfer(trx, { context: at(), transfer: serial, points: 1000 }))
    const deposit = { settlementNo: serial.settlementNo, to: corp, points: 600, expireDate: '2025-12-31' }
    expect(await ledger.run(world.db, (trx) => ledger.serialDeposit(trx, { context: at(), ...deposit }))).toMatchObject({ balance: 600 })
    const taken = await ledger.run(world.db, (trx) => ledger.exchange(trx, { context: at(), from: corp, points: 250 }))
    const original = { transactionId: taken.transactionId }
    const cancel = { context: at(), original, points: 100, graceDays: 30 }
    expect(await ledger.run(world.db, (trx) => ledger.exchangeCancel(trx, cancel))).toMatchObject({ balance: 450 })
    const fromSerials = await ledger.run(world.db, (trx) => ledger.exchange(trx, { context: at(), from: serial, points: 300 }))
    const serialCancel = { context: at(), original: { transactionId: fromSerials.transactionId }, points: 300, graceDays: 30 }
    expect(await ledger.run(world.db, (trx) => ledger.exchangeCancel(trx, serialCancel))).toMatchObject({ balance: 400 })
    const tooMany = ledger.run(world.db, (trx) => ledger.exchange(trx, { context: at(), from: serial, points: 401 }))
    expect(await refusalOf(tooMany)).toBe('M22')
    const away = { kind: 'serialVoid', settlementNo: serial.settlementNo } as const
    await ledger.run(world.db, (trx) => ledger.transfer(trx, { context: at(), transfer: away, points: 150 }))
    await ledger.run(world.db, (trx) => ledger.expireSerials(trx, { context: at(), settlementNo: serial.settlementNo, points: 250 }))
    const holders = await ledger.expireAll(world.db, new Date('2026-01-01T04:00:00Z'))
    expect(holders).toBeGreaterThan(0)
    const { rows } = await sql`select class, balance from point_account where owner_id in ('E000007', ${serial.settlementNo})`.execute(
      world.db,
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        { class: 'SERIAL', balance: 0 },
        { class: 'CORP', balance: 0 },
      ]),
    )
  })
})
