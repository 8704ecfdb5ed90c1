import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import type { PartnerAnswer, PartnerClient } from '../support/partnerClient.ts'
import { openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'
import { hasRaces } from '../support/testServer.ts'
import { sizeOfRace } from './ledgerRaceDatabase.ts'
import { withoutBalanceGuards, withoutLimitGuard, withoutNumberGuards } from './raceGuards.ts'

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

  it('never show a bad sum, and end sound', async () => {
    await open(8)
    const { codes, sums, bad } = await run()
    expect([Object.keys(codes).filter((code) => code !== '0000' && code !== 'E1301'), bad]).toEqual([[], 0])
    expect([sums > 0, codes['0000'] ?? 0] as const).toEqual([true, expect.any(Number)])
    await expectSound()
  }, 600_000)

  it('twin: show bad sums when locks and versions are taken away', async () => {
    await open(2)
    await removeGuards(withoutBalanceGuards('false'))
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
    await removeGuards(withoutBalanceGuards(`a.class = 'MEMBER' and a.balance > 0`))
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
