import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { LedgerRefusal } from '../../src/server/domain/points/domain/refusals.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { contextOn, plainRule } from '../../src/server/domain/points/testing/postingContexts.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { hasRaces } from '../support/testServer.ts'
import { openRaceDatabase, type RaceDatabase, sizeOfRace } from './ledgerRaceDatabase.ts'
import { withoutBalanceGuards, withoutNumberGuards } from './raceGuards.ts'

let race: RaceDatabase
afterEach(() => race.close())

const redeemRules = { minRedeemPoints: 1, redeemStep: 1, maxRedeemRatio: 100, parValue: 1 }

function issue(db: Database, memberNo: string, amount: number, companyNo = 'C000101') {
  return ledger.run(db, (trx) => ledger.issue(trx, { context: contextOn('2025-01-10', companyNo), memberNo, amount, rule: plainRule }))
}
function redeem(db: Database, memberNo: string, points: number) {
  const context = contextOn('2025-01-11')
  return ledger.run(db, (trx) => ledger.redeem(trx, { context, memberNo, points, amount: points, rules: redeemRules }))
}

/** Number of successes, and refusals by code. Any other error fails the test. */
async function outcomes(work: readonly Promise<unknown>[]): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const settled of await Promise.allSettled(work)) {
    if (settled.status === 'rejected' && !(settled.reason instanceof LedgerRefusal)) throw settled.reason
    const name = settled.status === 'fulfilled' ? 'posted' : settled.reason.refusal
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

async function expectSound(db: Database): Promise<void> {
  const results = await verifyLedger(db)
  expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
}

describe.runIf(hasRaces())('the last points of a member, wanted by 200 clients', () => {
  async function run(): Promise<Readonly<Record<string, number>>> {
    const { db, members } = race
    const memberNo = members[0] as string
    await issue(db, memberNo, 1000)
    return outcomes(Array.from({ length: 200 }, () => redeem(db, memberNo, 10)))
  }

  it('go to exactly one', async () => {
    race = await openRaceDatabase(1)
    expect(await run()).toEqual({ posted: 1, E1301: 199 })
    await expectSound(race.db)
  })

  it('twin: go to many when locks, versions and constraints are taken away, and verify sees it', async () => {
    race = await openRaceDatabase(1)
    await race.removeGuards(withoutBalanceGuards(`a.class = 'MEMBER' and a.balance > 0`))
    expect((await run()).posted).toBeGreaterThan(1)
    const broken = (await verifyLedger(race.db)).filter((result) => result.violations > 0).map((result) => result.id)
    expect(broken).toEqual(expect.arrayContaining(['I2', 'I4', 'I5']))
  })
})

describe.runIf(hasRaces())('the same external number in 5 parallel copies', () => {
  const numbers = sizeOfRace(1000, 100)

  async function run(): Promise<{ posted: number; answered: number }> {
    const { db, members } = race
    const copies = Array.from({ length: numbers * 5 }, (_, index) => {
      const externalTxnNo = `N${index % numbers}`
      const memberNo = members[index % members.length] as string
      const request = { platformNo: 'P0001', externalTxnNo, kind: '10', requestHash: 'h', now: new Date('2025-01-10T04:00:00Z') }
      return ledger.answerOnce(db, request, async (trx) => {
        const source = { platformNo: 'P0001', externalTxnNo, requestHash: 'h' }
        const context = contextOn('2025-01-10', 'C000101', { source })
        const { posted, balance } = await ledger.issue(trx, { context, memberNo, amount: 1000, rule: plainRule })
        return { response: { balance, transactionNo: posted?.transactionNo }, transactionId: posted?.transactionId ?? null }
      })
    })
    const answers = await Promise.all(copies)
    const transactionNos = new Set(answers.map((answer) => answer.response.transactionNo))
    const { rows } = await sql<{ count: number }>`select count(*) as count from point_transaction`.execute(db)
    return { posted: rows[0]?.count ?? 0, answered: transactionNos.size }
  }

  it('the same external number in 5 parallel copies is posted once, and all copies get its answer', async () => {
    race = await openRaceDatabase(20)
    expect(await run()).toEqual({ posted: numbers, answered: numbers })
    await expectSound(race.db)
  })

  it('twin: is posted five times when both unique keys are taken away', async () => {
    race = await openRaceDatabase(20)
    await race.removeGuards(withoutNumberGuards)
    expect((await run()).posted).toBeGreaterThan(numbers)
  })
})

describe.runIf(hasRaces())('a close among postings', () => {
  async function closedAndFinal(): Promise<{ closed: number; final: number; late: number }> {
    const { db, members } = race
    await issue(db, members[0] as string, 1000)
    const { id } = await db.selectFrom('companyPeriod').select('id').where('periodNo', '=', '202501').executeTakeFirstOrThrow()
    const pointsOf = async (executor: Parameters<typeof verifyLedger>[0]) => {
      const { rows } = await sql<{ points: number }>`
        select coalesce(-sum(points), 0)::bigint as points from point_entry where period_id = ${id}`.execute(executor)
      return rows[0]?.points ?? 0
    }
    const postings = Array.from({ length: 300 }, (_, index) => issue(db, members[index % members.length] as string, 1000))
    const close = transact(db, async (trx) => {
      await sql`select pg_sleep(0.1)`.execute(trx)
      await sql`update company_period set status = '2', closed_at = clock_timestamp(), closed_by = 'x' where id = ${id}`.execute(trx)
      return pointsOf(trx)
    })
    await Promise.all(postings)
    const { rows } = await sql<{ count: number }>`select count(*) as count from point_transaction where is_late_posted`.execute(db)
    return { closed: await close, final: await pointsOf(db), late: rows[0]?.count ?? 0 }
  }

  it('finds every entry of its period, and none comes later', async () => {
    race = await openRaceDatabase(20)
    const { closed, final, late } = await closedAndFinal()
    expect(final).toBe(closed)
    expect(closed + late * 10).toBe(3010)
    await expectSound(race.db)
  })

  it('twin: an entry slips into the closed period when the trigger of the period is taken away', async () => {
    race = await openRaceDatabase(1)
    const memberNo = race.members[0] as string
    await issue(race.db, memberNo, 1000)
    // A posting that chose its period without a lock: the period is closed before it writes.
    const slip = (trx: Database) =>
      sql`
      with t as (
        insert into point_transaction select (p).* from (
          select jsonb_populate_record(x, '{"id": 1, "transaction_no": "T2", "chain_seq": 2}') as p from point_transaction x) as copy returning 1
      ) insert into point_entry select (e).* from (
        select jsonb_populate_record(x, jsonb_build_object('id', 1 + x.line_no, 'transaction_id', 1, 'account_seq',
          case when x.account_seq is not null then 2 end)) as e from point_entry x) as copy`.execute(trx)
    await sql`update company_period set status = '2', closed_at = now(), closed_by = 'x'`.execute(race.db)
    await expect(slip(race.db)).rejects.toMatchObject({ constraint: 'point_entry_open_period' })
    await race.removeGuards('drop trigger point_entry_open_period on point_entry')
    await slip(race.db)
    const { rows } = await sql<{ count: number }>`select count(*) as count from point_entry where period_id is not null`.execute(race.db)
    expect(rows[0]?.count).toBe(2)
  })
})

describe.runIf(hasRaces())('50 clients over hot members', () => {
  it('50 clients over hot members never show a bad sum, and end sound', async () => {
    race = await openRaceDatabase(8)
    const { db, members } = race
    const sale = { kind: 'centerSale', companyNo: 'C000102' } as const
    await ledger.run(db, (trx) => ledger.transfer(trx, { context: contextOn('2025-01-01', null), transfer: sale, points: 100_000 }))
    let isDone = false
    let sums = 0
    const reader = async () => {
      while (!isDone) {
        const { rows } = await sql<{ entries: number; difference: number }>`
          select (select coalesce(sum(points), 0)::bigint from point_entry) as entries,
            (select coalesce(sum(balance), 0)::bigint from point_account)
              - (select coalesce(sum(points), 0)::bigint from point_entry where account_seq is not null) as difference`.execute(db)
        expect(rows[0]).toEqual({ entries: 0, difference: 0 })
        sums += 1
      }
    }
    const client = async (number: number) => {
      for (let round = 0; round < 12; round += 1) {
        const memberNo = members[(number * 7 + round * 3) % members.length] as string
        if ((number + round) % 3 === 0) await redeem(db, memberNo, 3).catch((error) => expect(error).toBeInstanceOf(LedgerRefusal))
        else await issue(db, memberNo, 1000, (number + round) % 2 === 0 ? 'C000101' : 'C000102')
      }
    }
    const readers = [reader(), reader()]
    await Promise.all(Array.from({ length: 50 }, (_, number) => client(number)))
    isDone = true
    await Promise.all(readers)
    expect(sums).toBeGreaterThan(0)
    await expectSound(db)
  })
})
