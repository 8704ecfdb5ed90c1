import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { insertActivity, usedOf } from '../support/activityRows.ts'
import { type CuttingProxy, startCuttingProxy } from '../support/cuttingProxy.ts'
import type { PartnerAnswer, PartnerClient } from '../support/partnerClient.ts'
import { openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'
import { hasRaces } from '../support/testServer.ts'

/** No delay between attempts. */
const atOnce = async () => undefined
/** Statements that identify the commit: of a call with locks, and of calls that are written together. */
const withLocks = { after: 'partner_idempotency', at: 'commit' } as const
const together = { after: 'partner_answer_many', at: 'partner_answer_many' } as const

describe.runIf(hasRaces())('a connection to the database that breaks inside a commit', () => {
  let proxy: CuttingProxy
  let world: PartnerWorld
  let client: PartnerClient

  beforeAll(async () => {
    proxy = await startCuttingProxy(Number(new URL(String(inject('testRun').serverUrl)).port))
    world = await openPartnerWorld({ members: 12, databasePort: proxy.port })
    client = await world.addClient()
  })
  afterAll(async () => {
    await world.close()
    await proxy.close()
  })

  const memberAt = (index: number) => ({ memberNo: world.members[index] as string })
  /** A sale with an activity code takes locks. */
  const lockedSale = (index: number) => world.common({ member: memberAt(index), amount: 1000, activityCode: 'NOSUCH01' })
  const batchedSale = (index: number) => world.common({ member: memberAt(index), amount: 1000 })

  function expectUnknown({ status, isSealed, body, retryAfter }: PartnerAnswer): void {
    expect([status, isSealed, body.code]).toEqual([503, true, 'E1900'])
    expect(body.message).toContain('結果未定')
    expect(retryAfter).toBeGreaterThan(0)
  }

  /** Checks that each sale, sent until it was answered, was posted exactly once, and nothing else was. */
  async function expectBookedOnce(numbers: readonly string[]): Promise<void> {
    const { rows } = await sql<{ number: string }>`
      select external_txn_no as number from point_transaction where external_txn_no = any (${[...numbers]}::text[]) order by 1`.execute(
      world.server.database.db,
    )
    expect(rows.map(({ number }) => number)).toEqual([...numbers].sort())
    const results = await verifyLedger(world.server.database.db)
    expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
  }

  it.each([
    ['a call with locks', 'answer', withLocks, true],
    ['a call with locks', 'request', withLocks, false],
    ['a call that is written with others', 'answer', together, true],
    ['a call that is written with others', 'request', together, false],
  ] as const)(
    'a connection to the database that breaks inside a commit leaves the outcome of %s open (lost: the %s); the same number again tells it',
    async (_name, lost, cut, isBooked) => {
      const sale = cut === withLocks ? lockedSale(1) : batchedSale(2)
      const isCut = proxy.cutNext({ ...cut, lost })
      expectUnknown(await client.call('points/issue', sale))
      await isCut
      const query = { companyNo: sale.companyNo, externalTxnNo: sale.externalTxnNo, kind: '10' }
      expect((await client.call('transactions/query', query)).body.code).toBe(isBooked ? '0000' : 'E1008')
      expect((await client.call('points/issue', sale)).body).toMatchObject({ code: '0000', issuedPoints: 10, replayed: isBooked })
      await expectBookedOnce([sale.externalTxnNo])
    },
  )

  it.each(['answer', 'request'] as const)(
    'a connection to the database that breaks inside a commit gives who registers the points of a campaign once (lost: the %s)',
    async (lost) => {
      const { db } = world.server.database
      await insertActivity(db, { code: `CUT${lost.toUpperCase()}`, type: '5', points: 70 })
      const mobile = lost === 'answer' ? '0944000001' : '0944000002'
      const newcomer = world.common({ mobile, name: '林小美', consentVersion: '1' })
      const isCut = proxy.cutNext({ ...withLocks, lost })
      expectUnknown(await client.call('members/register', newcomer))
      await isCut
      const { body } = await client.call('members/register', newcomer)
      expect(body).toMatchObject({ code: '0000', replayed: lost === 'answer' })
      expect((await client.call('points/balance', world.common({ member: { memberNo: body.memberNo } }))).body).toMatchObject({
        balance: 70,
      })
      expect(await usedOf(db, `CUT${lost.toUpperCase()}`)).toBe(70)
      await sql`update activity set status = '6'`.execute(db)
    },
  )

  it('a connection to the database that breaks inside a commit leaves the outcome of all of a batch open, and each is booked once by who sends it again as the manual says', async () => {
    const sales = Array.from({ length: 8 }, (_, index) => batchedSale(index + 3))
    const isCut = proxy.cutNext({ ...together, lost: 'answer' })
    const seen: PartnerAnswer[] = []
    const watch = (answer: PartnerAnswer) => void seen.push(answer)
    const answers = await Promise.all(sales.map((sale) => client.callUntilKnown('points/issue', sale, atOnce, watch)))
    await isCut
    for (const answer of seen) expectUnknown(answer)
    expect(seen.length).toBeGreaterThan(0)
    for (const { body } of answers) expect(body).toMatchObject({ code: '0000', issuedPoints: 10 })
    await expectBookedOnce(sales.map(({ externalTxnNo }) => externalTxnNo))
  })
})
