import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ledger } from '../ledger.ts'
import { ledgerWorld, refusalOf } from '../testing/ledgerWorld.ts'
import { contextOn, plainRule } from '../testing/postingContexts.ts'

const world = ledgerWorld()

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
    const result = await ledger.issue(trx, {
      context: contextOn('2025-01-10', 'C000101', { source }),
      memberNo: world.memberNo,
      amount,
      rule: plainRule,
    })
    return { response: { balance: result.balance }, transactionId: result.posted?.transactionId ?? null }
  }

  it('get the first answer again, whatever happened since', async () => {
    expect(await ledger.answerOnce(world.db, request('X1'), sale('X1', 1000))).toEqual({ response: { balance: 10 }, replayed: false })
    await world.issue('2025-01-11', 1000)
    expect(await ledger.answerOnce(world.db, request('X1'), sale('X1', 1000))).toEqual({ response: { balance: 10 }, replayed: true })
    expect(await refusalOf(ledger.answerOnce(world.db, request('X1', 'b'), sale('X1', 2000)))).toBe('E1409')
  })

  it('requests of partners may use the number of a refused request again', async () => {
    const unknown = world.memberNo
    world.memberNo = '880000999999'
    expect(await refusalOf(ledger.answerOnce(world.db, request('X2'), sale('X2', 1000)))).toBe('E1201')
    world.memberNo = unknown
    expect(await ledger.answerOnce(world.db, request('X2'), sale('X2', 1000))).toMatchObject({ replayed: false })
  })

  it('requests of partners leave what a refusal wants to be remembered', async () => {
    const unknown = world.memberNo
    world.memberNo = '880000999999'
    const refused = ledger.answerOnce(world.db, request('X3'), sale('X3', 1000), async (trx) => {
      await trx
        .insertInto('activityLog')
        .values({ logCategory: '3', message: 'refused X3' } as never)
        .execute()
    })
    expect(await refusalOf(refused)).toBe('E1201')
    world.memberNo = unknown
    expect((await sql`select from activity_log where message = 'refused X3'`.execute(world.db)).rows).toHaveLength(1)
    expect((await sql`select from partner_idempotency where external_txn_no = 'X3'`.execute(world.db)).rows).toHaveLength(0)
  })

  it('requests of partners know a sale that earned nothing, from before such sales were kept, too', async () => {
    await ledger.answerOnce(world.db, request('X4'), sale('X4', 10))
    const giveBack = (externalTxnNo: string, points: boolean) => {
      const sold = { platformNo: 'P0003', externalTxnNo, companyNo: 'C000101' }
      return ledger.run(world.db, (trx) =>
        ledger.returnZeroPointSale(trx, sold, points ? { kind: 'points', points: 1 } : { kind: 'amount', amount: 10 }),
      )
    }
    await giveBack('X4', false)
    expect(await refusalOf(giveBack('X4', true))).toBe('E1305')
    expect(await refusalOf(giveBack('X5', false))).toBe('E1304')
  })
})
