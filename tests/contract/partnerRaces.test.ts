import { type RawBuilder, sql } from 'kysely'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { insertCompany } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { outsideTransaction } from '../../src/server/platform/database/guardedPool.ts'
import type { Executor, Trx } from '../../src/server/platform/database/tables.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { type PartnerAnswer, PartnerClient } from '../support/partnerClient.ts'
import { addDefaultReward, addStore, injectInto, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'
import { openPostgres } from '../support/testDatabases.ts'
import { hasRaces } from '../support/testServer.ts'
import { sizeOfRace } from './ledgerRaceDatabase.ts'
import { rotate, stopOld } from './partnerKeyChanges.ts'
import {
  withoutBalanceGuards,
  withoutBatches,
  withoutLimitGuard,
  withoutNumberGuards,
  withoutPeriodGuard,
  withoutVersionGuards,
} from './raceGuards.ts'

const clients = 50
const roundsOfClients = sizeOfRace(40, 4)
const lastPointsWanted = sizeOfRace(200, 60)
const numbers = sizeOfRace(1000, 60)
const copies = 5

let world: PartnerWorld
let client: PartnerClient
afterEach(() => world.close())

async function open(members: number): Promise<void> {
  world = await openPartnerWorld({ members })
  client = await world.addClient()
}

async function removeGuards(statements: string): Promise<void> {
  await sql.raw(statements).execute(world.server.database.db)
}

function call(name: string, content: object): Promise<PartnerAnswer> {
  return client.call(name, world.common({ ...content }))
}

const memberAt = (index: number) => ({ memberNo: world.members[index % world.members.length] as string })

/** How many calls got each code. */
function countCodes(answers: readonly PartnerAnswer[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { body } of answers) counts[body.code] = (counts[body.code] ?? 0) + 1
  return counts
}

async function expectSound(): Promise<void> {
  const results = await verifyLedger(world.server.database.db)
  expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
}

async function brokenInvariants(): Promise<readonly string[]> {
  return (await verifyLedger(world.server.database.db)).filter((result) => result.violations > 0).map((result) => result.id)
}

async function postings(kind: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from point_transaction where kind = ${kind}`.execute(world.server.database.db)
  return rows[0]?.count ?? -1
}

describe.runIf(hasRaces())('50 clients over hot members', () => {
  interface Sums {
    readonly entries: number
    readonly difference: number
  }

  /** The whole ledger in one statement: entries sum to zero, balances are the sums of their entries. */
  async function sum(): Promise<Sums> {
    const { rows } = await sql<Sums>`
      select (select coalesce(sum(points), 0)::bigint from point_entry) as entries,
        (select coalesce(sum(balance), 0)::bigint from point_account)
          - (select coalesce(sum(points), 0)::bigint from point_entry where account_seq is not null) as difference`.execute(
      world.server.database.db,
    )
    return rows[0] as Sums
  }

  async function oneClient(number: number): Promise<readonly PartnerAnswer[]> {
    const answers: PartnerAnswer[] = []
    for (let round = 0; round < roundsOfClients; round += 1) {
      const member = memberAt(number * 7 + round * 3)
      const sold = world.common({ member, amount: 1000 })
      answers.push(await client.call('points/issue', sold))
      if ((number + round) % 3 === 0) answers.push(await call('points/redeem', { member, amount: 10, points: 3 }))
      if ((number + round) % 4 === 0)
        answers.push(await call('points/issue_return', { originalExternalTxnNo: sold.externalTxnNo, returnAmount: 400 }))
    }
    return answers
  }

  async function run(): Promise<{ codes: Readonly<Record<string, number>>; sums: number; bad: number }> {
    let isDone = false
    let sums = 0
    let bad = 0
    const reader = async () => {
      while (!isDone) {
        const { entries, difference } = await sum()
        sums += 1
        if (entries !== 0 || difference !== 0) bad += 1
      }
    }
    const readers = [reader(), reader()]
    const answers = await Promise.all(Array.from({ length: clients }, (_, number) => oneClient(number)))
    isDone = true
    await Promise.all(readers)
    return { codes: countCodes(answers.flat()), sums, bad }
  }

  it('never show a bad sum, are refused nothing, and end sound', async () => {
    await open(8)
    const { codes, sums, bad } = await run()
    // Whatever a client takes from a member it has given before, so nothing can be refused.
    expect([Object.keys(codes), bad, sums > 0]).toEqual([['0000'], 0, true])
    await expectSound()
  }, 600_000)

  it('twin: show bad sums when locks and versions are taken away', async () => {
    await open(2)
    await removeGuards(withoutBatches + withoutBalanceGuards('false'))
    const { bad } = await run()
    expect(bad).toBeGreaterThan(0)
    expect(await brokenInvariants()).toContain('I2')
  }, 600_000)
})

describe.runIf(hasRaces())('the last points of a member, wanted by many tills', () => {
  async function run(): Promise<Readonly<Record<string, number>>> {
    const member = memberAt(0)
    expect((await call('points/issue', { member, amount: 1000 })).body.balance).toBe(10)
    const wanted = Array.from({ length: lastPointsWanted }, () => call('points/redeem', { member, amount: 10, points: 10 }))
    return countCodes(await Promise.all(wanted))
  }

  it('go to exactly one', async () => {
    await open(1)
    expect(await run()).toEqual({ '0000': 1, E1301: lastPointsWanted - 1 })
    await expectSound()
  }, 600_000)

  it('twin: go to several when locks, versions and constraints are taken away, and verify sees it', async () => {
    await open(1)
    await removeGuards(withoutBatches + withoutBalanceGuards(`a.class = 'MEMBER' and a.balance > 0`))
    expect((await run())['0000']).toBeGreaterThan(1)
    expect(await brokenInvariants()).toEqual(expect.arrayContaining(['I2', 'I5']))
  }, 600_000)

  it('twin: go to several when calls are written together without a look at the version', async () => {
    await open(1)
    await removeGuards(withoutVersionGuards)
    expect((await run())['0000']).toBeGreaterThan(1)
    expect(await brokenInvariants()).toEqual(expect.arrayContaining(['I2', 'I5']))
  }, 600_000)
})

describe.runIf(hasRaces())('the same external number in 5 parallel copies', () => {
  async function run(): Promise<{ codes: Readonly<Record<string, number>>; transactions: number; posted: number }> {
    const contents = Array.from({ length: numbers }, (_, index) => world.common({ member: memberAt(index), amount: 1000 }))
    const calls = Array.from({ length: copies }, () => contents.map((content) => client.call('points/issue', content))).flat()
    const answers = await Promise.all(calls)
    const transactions = new Set(answers.map(({ body }) => body.transactionNo)).size
    return { codes: countCodes(answers), transactions, posted: await postings('10') }
  }

  it('is posted once, and all copies get its answer', async () => {
    await open(20)
    expect(await run()).toEqual({ codes: { '0000': numbers * copies }, transactions: numbers, posted: numbers })
    await expectSound()
  }, 600_000)

  it('twin: is posted several times when both unique keys are taken away', async () => {
    await open(20)
    await removeGuards(withoutNumberGuards)
    expect((await run()).posted).toBeGreaterThan(numbers)
  }, 600_000)
})

describe.runIf(hasRaces())('the close of a period among postings', () => {
  const sales = sizeOfRace(600, 120)
  const pointsOfSale = 10

  async function pointsOf(db: Executor, periodId: number): Promise<number> {
    const { rows } = await sql<{ points: number }>`
      select coalesce(-sum(points), 0)::bigint as points from point_entry where period_id = ${periodId}`.execute(db)
    return rows[0]?.points ?? -1
  }

  /** A close as it has to be: it locks the period and then counts. @returns what it counted */
  async function lockAndCount(trx: Trx, id: number, sellMore: () => void): Promise<number> {
    await sql`update company_period set status = '2', closed_at = clock_timestamp(), closed_by = 'x' where id = ${id}`.execute(trx)
    const points = await pointsOf(trx, id)
    sellMore()
    // Whoever does not wait for the close has time to write into what it has counted.
    await sql`select pg_sleep(0.5)`.execute(trx)
    return points
  }

  /** Without its guard: it counts, and locks later. */
  async function countAndLock(trx: Trx, id: number, sellMore: () => void): Promise<number> {
    const points = await pointsOf(trx, id)
    sellMore()
    await sql`select pg_sleep(0.5)`.execute(trx)
    await sql`update company_period set status = '2', closed_at = clock_timestamp(), closed_by = 'x' where id = ${id}`.execute(trx)
    return points
  }

  async function run(
    close: typeof lockAndCount,
  ): Promise<{ closed: number; final: number; late: number; codes: Readonly<Record<string, number>> }> {
    const { db } = world.server.database
    await call('points/issue', { member: memberAt(0), amount: 1000 })
    const { rows: names } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    // By a connection of its own: those of the server are busy with sales.
    const closer = openPostgres(String(inject('testRun').serverUrl), names[0]?.name ?? '')
    const { id } = await db.selectFrom('companyPeriod').select('id').where('periodNo', '=', '202501').executeTakeFirstOrThrow()
    let answered = 0
    const sell = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        call('points/issue', { member: memberAt(index), amount: 1000 }).finally(() => {
          answered += 1
        }),
      )
    const before = sell(sales / 2)
    await expect.poll(() => answered, { interval: 1, timeout: 60_000 }).toBeGreaterThan(sales / 3)
    let after: readonly Promise<PartnerAnswer>[] = []
    const sellMore = () => {
      after = outsideTransaction(() => sell(sales / 2))
    }
    const closed = await transact(closer.db, (trx) => close(trx, id, sellMore))
    const codes = countCodes(await Promise.all([...before, ...after]))
    await closer.close()
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from point_transaction where is_late_posted`.execute(db)
    return { closed, final: await pointsOf(db, id), late: rows[0]?.count ?? -1, codes }
  }

  it('counts every entry of its period, and none comes later: each is in exactly one', async () => {
    await open(20)
    const { closed, final, late, codes } = await run(lockAndCount)
    expect(codes).toEqual({ '0000': sales })
    expect([final, closed + late * pointsOfSale]).toEqual([closed, (sales + 1) * pointsOfSale])
    expect(late).toBeGreaterThan(0)
    await expectSound()
  }, 600_000)

  it('twin: misses what slips in when it counts before it locks', async () => {
    await open(20)
    const { closed, final } = await run(countAndLock)
    expect(final).toBeGreaterThan(closed)
  }, 600_000)
})

describe.runIf(hasRaces())('the close of a company among postings of two', () => {
  const [closing, other] = ['C000101', 'C000102']
  /** More than the server has connections. */
  const salesOfEach = 20

  interface Sold {
    readonly answers: Promise<PartnerAnswer>[]
    answered: number
  }

  /** One sale for each of its members: those of the two companies are others. */
  function sell(companyNo: string): Sold {
    const first = companyNo === closing ? 0 : salesOfEach
    const sold: Sold = { answers: [], answered: 0 }
    for (let index = 0; index < salesOfEach; index += 1) {
      const sale = call('points/issue', { companyNo, member: memberAt(first + index), amount: 1000 })
      sold.answers.push(sale.finally(() => (sold.answered += 1)))
    }
    return sold
  }

  async function numberOf(db: Executor, query: RawBuilder<{ count: number }>): Promise<number> {
    return (await query.execute(db)).rows[0]?.count ?? -1
  }

  const noMatter = () => undefined
  const waiting = sql<{ count: number }>`select count(*)::int as count from pg_locks where not granted`
  const admitted = sql<{ count: number }>`select count(*)::int as count from partner_nonce`

  /**
   * @param look told of the sales of the other company, with a connection that is not the server's; must come to an end
   * @returns how many of them were answered while the close was under way, and where all entries are
   */
  async function run(look: (sold: Sold, db: Executor) => Promise<void>) {
    const { db } = world.server.database
    for (const companyNo of [closing, other]) await call('points/issue', { companyNo, member: memberAt(0), amount: 1000 })
    const { rows: names } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    const closer = openPostgres(String(inject('testRun').serverUrl), names[0]?.name ?? '')
    const { sold, seen } = await transact(closer.db, async (trx) => {
      await sql`
        update company_period set status = '2', closed_at = clock_timestamp(), closed_by = 'x'
        where company_no = ${closing} and period_no = '202501'`.execute(trx)
      return outsideTransaction(async () => {
        const ofClosing = sell(closing)
        await expect.poll(() => numberOf(closer.db, waiting), { timeout: 60_000 }).toBeGreaterThan(0)
        const ofOther = sell(other)
        await look(ofOther, closer.db)
        return { sold: [ofClosing, ofOther], seen: ofOther.answered }
      })
    })
    await closer.close()
    const codes = countCodes(await Promise.all(sold.flatMap(({ answers }) => answers)))
    const { rows } = await sql<{ place: string; count: number }>`
      select p.company_no || ' ' || p.period_no as place, count(*)::int as count
      from point_entry e join company_period p on p.id = e.period_id group by 1 order by 1`.execute(db)
    return { seen, codes, entries: Object.fromEntries(rows.map(({ place, count }) => [place, count])) }
  }

  async function openTwo(): Promise<void> {
    world = await openPartnerWorld({ members: 2 * salesOfEach })
    const { db } = world.server.database
    await insertCompany(db, { companyNo: other })
    await addStore(db, other, 'S001')
    await addDefaultReward(db, other)
    client = await world.addClient({ companyNos: [closing, other] })
  }

  const whereAllAre = {
    codes: { '0000': 2 * salesOfEach },
    entries: { [`${closing} 202501`]: 1, [`${closing} 202502`]: salesOfEach, [`${other} 202501`]: salesOfEach + 1 },
  }

  it('holds up nobody but its own, and each entry is in exactly one period', async () => {
    await openTwo()
    // Without an end the close would wait for those who wait for it.
    const done = await run((sold) => vi.waitUntil(() => sold.answered === salesOfEach, { timeout: 60_000 }).then(noMatter, noMatter))
    expect(done).toEqual({ seen: salesOfEach, ...whereAllAre })
    await expectSound()
  }, 600_000)

  it('twin: holds up the other company when calls are written together without a look at their periods', async () => {
    await openTwo()
    await removeGuards(withoutPeriodGuard)
    const done = await run((_, db) => expect.poll(() => numberOf(db, admitted), { timeout: 60_000 }).toBe(2 + 2 * salesOfEach))
    expect(done).toEqual({ seen: 0, ...whereAllAre })
  }, 600_000)
})

describe.runIf(hasRaces())('the limit of calls per minute, under parallel calls', () => {
  const limit = 20

  async function run(): Promise<Readonly<Record<string, number>>> {
    const limited = await world.addClient({ rateLimitPerMinute: limit })
    const calls = Array.from({ length: limit * 5 }, () => limited.call('echo', { message: 'x' }))
    return countCodes(await Promise.all(calls))
  }

  it('is exact', async () => {
    await open(1)
    expect(await run()).toEqual({ '0000': limit, E1007: limit * 4 })
  })

  it('twin: is not when the count is read first and written later', async () => {
    await open(1)
    await removeGuards(withoutLimitGuard)
    expect((await run())['0000']).toBeGreaterThan(limit)
  })
})

describe.runIf(hasRaces())('a new key, under load', () => {
  const rotations = sizeOfRace(20, 4)

  /** @param between what is done to the platform after each rotation */
  async function run(between: (id: number, platformNo: string) => Promise<void>): Promise<Readonly<Record<string, number>>> {
    const { app } = world.server
    const { account } = await world.addClient()
    const { platformNo } = account
    const { id } = await app.db.selectFrom('connectionPlatform').select('id').where('platformNo', '=', platformNo).executeTakeFirstOrThrow()
    let current = account
    let isOver = false
    const answers: PartnerAnswer[] = []
    const held = new Map<number, number>()
    // Machines of a partner learn of a new key one after the other: each goes on with the one it has for some calls.
    const machine = async (number: number) => {
      while (!isOver) {
        const known = new PartnerClient(current, injectInto(world.server), () => world.now())
        held.set(number, current.keyVersion)
        for (let calls = 0; calls < 10; calls += 1) answers.push(await known.call('echo', { message: 'x' }))
      }
    }
    const machines = Array.from({ length: 20 }, (_, number) => machine(number))
    for (let round = 0; round < rotations; round += 1) {
      current = await rotate(app, id, platformNo)
      await between(id, platformNo)
      await expect.poll(() => new Set(held.values()), { interval: 5, timeout: 60_000 }).toEqual(new Set([current.keyVersion]))
    }
    isOver = true
    await Promise.all(machines)
    return countCodes(answers)
  }

  it('refuses no call that was signed with the key before', async () => {
    await open(1)
    expect(Object.keys(await run(async () => undefined))).toEqual(['0000'])
  }, 600_000)

  it('twin: refuses some when the old key ends at once', async () => {
    await open(1)
    const codes = await run((id, platformNo) => stopOld(world.server.app, id, platformNo))
    expect(codes.E1002).toBeGreaterThan(0)
  }, 600_000)
})
