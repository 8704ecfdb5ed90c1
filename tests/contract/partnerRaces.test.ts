import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { PartnerAnswer } from '../support/partnerClient.ts'
import { hasRaces } from '../support/testServer.ts'
import { sizeOfRace } from './ledgerRaceDatabase.ts'
import { countCodes, openPartnerRace, type PartnerRace } from './partnerRaceWorld.ts'
import { withoutBalanceGuards, withoutBatches, withoutNumberGuards, withoutVersionGuards } from './raceGuards.ts'

const clients = 50
const roundsOfClients = sizeOfRace(40, 4)
const lastPointsWanted = sizeOfRace(200, 60)
const numbers = sizeOfRace(1000, 60)
const copies = 5

let race: PartnerRace
afterEach(() => race.close())

async function postings(kind: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from point_transaction where kind = ${kind}`.execute(race.db)
  return rows[0]?.count ?? -1
}

describe.runIf(hasRaces())('50 clients over hot members', () => {
  interface Sums {
    readonly entries: number
    readonly difference: number
  }

  /** Checks the whole ledger in one statement: entries sum to zero, and balances are the sums of their entries. */
  async function sum(): Promise<Sums> {
    const { rows } = await sql<Sums>`
      select (select coalesce(sum(points), 0)::bigint from point_entry) as entries,
        (select coalesce(sum(balance), 0)::bigint from point_account)
          - (select coalesce(sum(points), 0)::bigint from point_entry where account_seq is not null) as difference`.execute(race.db)
    return rows[0] as Sums
  }

  async function oneClient(number: number): Promise<readonly PartnerAnswer[]> {
    const answers: PartnerAnswer[] = []
    for (let round = 0; round < roundsOfClients; round += 1) {
      const member = race.memberAt(number * 7 + round * 3)
      const sold = race.world.common({ member, amount: 1000 })
      answers.push(await race.client.call('points/issue', sold))
      if ((number + round) % 3 === 0) answers.push(await race.call('points/redeem', { member, amount: 10, points: 3 }))
      if ((number + round) % 4 === 0)
        answers.push(await race.call('points/issue_return', { originalExternalTxnNo: sold.externalTxnNo, returnAmount: 400 }))
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

  it('50 clients over hot members never show a bad sum, are refused nothing, and end sound', async () => {
    race = await openPartnerRace(8)
    const { codes, sums, bad } = await run()
    // A client takes from a member only points that it gave before, so no call can be refused.
    expect([Object.keys(codes), bad, sums > 0]).toEqual([['0000'], 0, true])
    await race.expectSound()
  }, 600_000)

  it('twin: show bad sums when locks and versions are taken away', async () => {
    race = await openPartnerRace(2)
    await race.removeGuards(withoutBatches + withoutBalanceGuards('false'))
    const { bad } = await run()
    expect(bad).toBeGreaterThan(0)
    expect(await race.brokenInvariants()).toContain('I2')
  }, 600_000)
})

describe.runIf(hasRaces())('the last points of a member, wanted by many tills', () => {
  async function run(): Promise<Readonly<Record<string, number>>> {
    const member = race.memberAt(0)
    expect((await race.call('points/issue', { member, amount: 1000 })).body.balance).toBe(10)
    const wanted = Array.from({ length: lastPointsWanted }, () => race.call('points/redeem', { member, amount: 10, points: 10 }))
    return countCodes(await Promise.all(wanted))
  }

  it('go to exactly one', async () => {
    race = await openPartnerRace(1)
    expect(await run()).toEqual({ '0000': 1, E1301: lastPointsWanted - 1 })
    await race.expectSound()
  }, 600_000)

  it('twin: go to several when locks, versions and constraints are taken away, and verify sees it', async () => {
    race = await openPartnerRace(1)
    await race.removeGuards(withoutBatches + withoutBalanceGuards(`a.class = 'MEMBER' and a.balance > 0`))
    expect((await run())['0000']).toBeGreaterThan(1)
    expect(await race.brokenInvariants()).toEqual(expect.arrayContaining(['I2', 'I5']))
  }, 600_000)

  it('twin: go to several when calls are written together without a look at the version', async () => {
    race = await openPartnerRace(1)
    await race.removeGuards(withoutVersionGuards)
    expect((await run())['0000']).toBeGreaterThan(1)
    expect(await race.brokenInvariants()).toEqual(expect.arrayContaining(['I2', 'I5']))
  }, 600_000)
})

describe.runIf(hasRaces())('the same external number in 5 parallel copies', () => {
  async function run(): Promise<{ codes: Readonly<Record<string, number>>; transactions: number; posted: number }> {
    const contents = Array.from({ length: numbers }, (_, index) => race.world.common({ member: race.memberAt(index), amount: 1000 }))
    const calls = Array.from({ length: copies }, () => contents.map((content) => race.client.call('points/issue', content))).flat()
    const answers = await Promise.all(calls)
    const transactions = new Set(answers.map(({ body }) => body.transactionNo)).size
    return { codes: countCodes(answers), transactions, posted: await postings('10') }
  }

  it('the same external number in 5 parallel copies is posted once, and all copies get its answer', async () => {
    race = await openPartnerRace(20)
    expect(await run()).toEqual({ codes: { '0000': numbers * copies }, transactions: numbers, posted: numbers })
    await race.expectSound()
  }, 600_000)

  it('twin: is posted several times when both unique keys are taken away', async () => {
    race = await openPartnerRace(20)
    await race.removeGuards(withoutNumberGuards)
    expect((await run()).posted).toBeGreaterThan(numbers)
  }, 600_000)
})
