import type { KyselyPlugin } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ledger } from '../ledger.ts'
import { ledgerWorld, refusalOf } from '../testing/ledgerWorld.ts'
import { contextOn } from '../testing/postingContexts.ts'
import type { Adjustment } from './adjustMany.ts'

const world = ledgerWorld()

describe('adjustment, write-off and conversion', () => {
  it('writes a debt off at the cost of the company', async () => {
    const sale = await world.issue('2025-01-10', 1000)
    await world.redeem('2025-01-11', 10)
    await world.giveBack('2025-01-12', sale.posted?.transactionId, { amount: 1000 })
    const pending = await world.db.selectFrom('memberPendingPoint').select('id').where('memberNo', '=', world.memberNo).execute()
    const input = { memberNo: world.memberNo, debtIds: pending.map((row) => row.id), costBearer: { companyNo: 'C000101' } }
    const off = await ledger.run(world.db, (trx) => ledger.writeOff(trx, { ...input, context: contextOn('2025-02-01') }))
    expect(off.balance).toBe(0)
    expect(await world.entriesOf(off.posted.transactionId)).toEqual([
      ['MEMBER', 10, null, null],
      ['WRITEOFF', -10, '202502', 1.05],
    ])
    const row = await world.db.selectFrom('memberPendingPoint').selectAll().where('memberNo', '=', world.memberNo).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: '5', writtenOffPoints: 10, outstandingPoints: 0 })
    expect(await refusalOf(ledger.run(world.db, (trx) => ledger.writeOff(trx, { ...input, context: contextOn('2025-02-01') })))).toBe(
      'E1304',
    )
  })

  it('deducts down to the limit and no further', async () => {
    await world.issue('2025-01-10', 1000)
    const deduct = (points: number) =>
      ledger.run(world.db, (trx) =>
        ledger.adjustDeduct(trx, {
          context: contextOn('2025-01-11'),
          holder: { memberNo: world.memberNo },
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
    const owners = world.newMembers(30)
    // The first has points that have expired, the second owes.
    world.memberNo = owners[0] as string
    await world.issue('2023-01-10', 500)
    world.memberNo = owners[1] as string
    const sale = await world.issue('2025-01-10', 1000)
    await world.redeem('2025-01-11', 10)
    await world.giveBack('2025-01-12', sale.posted?.transactionId, { amount: 1000 })
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
      ledger.run(world.db, (trx) => ledger.adjustMany(trx.withPlugin(counter) as typeof trx, owners.map(each)))
    const balances = async () => {
      const rows = await world.db.selectFrom('pointAccount').select(['ownerId', 'balance']).where('ownerId', 'in', owners).execute()
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
    const posted = await ledger.run(world.db, (trx) =>
      ledger.adjustCompany(trx, { context: contextOn('2025-01-11'), account: 'AWARD', points: -1500 }),
    )
    expect(await world.entriesOf(posted.transactionId)).toEqual([
      ['AWARD', -1500, '202501', 1.05],
      ['PLATFORM', 1500, null, null],
    ])
  })

  it('converts in and out at the price of the setting, in the stream of the partner', async () => {
    const context = contextOn('2025-01-26', 'C000900')
    const inwards = await ledger.run(world.db, (trx) =>
      ledger.convertIn(trx, { context, memberNo: world.memberNo, points: 500, unitPrice: 0.98, expireDate: '2026-12-31' }),
    )
    expect(await world.entriesOf(inwards.posted.transactionId)).toEqual([
      ['MEMBER', 500, null, null],
      ['CONVIN', -500, '202502B', 0.98],
    ])
    const out = await ledger.run(world.db, (trx) =>
      ledger.convertOut(trx, { context: contextOn('2025-01-27', 'C000900'), memberNo: world.memberNo, points: 200, unitPrice: 0.95 }),
    )
    expect(await world.entriesOf(out.posted.transactionId)).toEqual([
      ['MEMBER', -200, null, null],
      ['CONVOUT', 200, '202502B', 0.95],
    ])
  })
})
