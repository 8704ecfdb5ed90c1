import { afterEach, describe, expect, it } from 'vitest'
import { verifyActivities } from '../../src/server/domain/activity/public.ts'
import { foundEvents, insertActivity, usedOf } from '../support/activityRows.ts'
import type { PartnerAnswer } from '../support/partnerClient.ts'
import { hasRaces } from '../support/testServer.ts'
import { sizeOfRace } from './ledgerRaceDatabase.ts'
import { countCodes, openPartnerRace, type PartnerRace } from './partnerRaceWorld.ts'
import { withoutBudgetGuards } from './raceGuards.ts'

const clients = 200
const rounds = sizeOfRace(10, 2)

let race: PartnerRace
afterEach(() => race.close())

const brokenActivities = async () => (await verifyActivities(race.db)).filter(({ violations }) => violations > 0).map(({ id }) => id)

/** Points of the campaign by how many sales got so many. */
function pointsGiven(answers: readonly PartnerAnswer[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { body } of answers) counts[String(body.activityPoints)] = (counts[String(body.activityPoints)] ?? 0) + 1
  return counts
}

describe.runIf(hasRaces())('the last points of a budget, wanted by 200 clients', () => {
  const sellAll = () =>
    Promise.all(Array.from({ length: clients }, (_, index) => race.call('points/issue', { member: race.memberAt(index), amount: 100 })))

  it('the last points of a budget, wanted by 200 clients, are given exactly: whole, then the rest, then nothing', async () => {
    race = await openPartnerRace(clients)
    await insertActivity(race.db, { code: 'LASTONES', points: 10, budget: 505 })
    const answers = await sellAll()
    expect(countCodes(answers)).toEqual({ '0000': clients })
    expect(pointsGiven(answers)).toEqual({ 10: 50, 5: 1, 0: clients - 51 })
    expect(await usedOf(race.db, 'LASTONES')).toBe(505)
    expect(await foundEvents(race.db, 'LASTONES')).toEqual([['8', '系統', '預算 505 點已用罄']])
    expect(await brokenActivities()).toEqual([])
    await race.expectSound()
  }, 600_000)

  it('twin: more than the budget is given when lock and constraint are taken away, and verify sees it', async () => {
    race = await openPartnerRace(clients)
    await insertActivity(race.db, { code: 'LASTONES', points: 10, budget: 505 })
    await race.removeGuards(withoutBudgetGuards)
    await sellAll()
    expect(await usedOf(race.db, 'LASTONES')).toBeGreaterThan(505)
    expect(await brokenActivities()).toEqual(['AC2'])
  }, 600_000)
})

describe.runIf(hasRaces())('sales, repeats and returns on two budgets at once', () => {
  it('sales, repeats and returns on two budgets at once leave counters that equal the entries, and are refused nothing', async () => {
    race = await openPartnerRace(20)
    await insertActivity(race.db, { code: 'HOTONE', points: 7, budget: 300 })
    await insertActivity(race.db, {
      code: 'HOTTWO',
      type: '1',
      multiplier: 2,
      points: null,
      budget: 400,
      perMemberDaily: 60,
      bearer: '3',
      share: 50,
    })
    const one = async (client: number) => {
      const answers: PartnerAnswer[] = []
      for (let round = 0; round < rounds; round += 1) {
        const sale = race.world.common({
          member: race.memberAt(client * 3 + round),
          amount: 700,
          ...(client % 4 === 0 ? { activityCode: 'HOTTWO' } : {}),
        })
        const sent = client % 5 === 0 ? [sale, sale] : [sale]
        answers.push(...(await Promise.all(sent.map((content) => race.client.call('points/issue', content)))))
        if (client % 2 === 0)
          answers.push(
            await race.call('points/issue_return', {
              originalExternalTxnNo: sale.externalTxnNo,
              returnAmount: client % 4 === 0 ? 700 : 300,
            }),
          )
      }
      return answers
    }
    const answers = await Promise.all(Array.from({ length: clients }, (_, client) => one(client)))
    expect(Object.keys(countCodes(answers.flat()))).toEqual(['0000'])
    expect(await brokenActivities()).toEqual([])
    await race.expectSound()
  }, 600_000)
})
