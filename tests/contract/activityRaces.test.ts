import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { verifyActivities } from '../../src/server/domain/activity/public.ts'
import { foundEvents, insertActivity, usedOf } from '../support/activityRows.ts'
import type { PartnerAnswer } from '../support/partnerClient.ts'
import { addStore, companyNo } from '../support/partnerWorld.ts'
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

describe.runIf(hasRaces())('newcomers and thresholds at two outlets at once', () => {
  const registerAt = (retailStoreCode: string, mobile: string) =>
    race.call('members/register', { mobile, name: '林小美', consentVersion: '1', retailStoreCode })
  const outletOf = (index: number) => `S00${1 + (index % 2)}`
  const mobileOf = (index: number) => `0977${String(index).padStart(6, '0')}`

  it('newcomers at two outlets at once get their points by themselves, the last of the budget exactly, and everybody becomes a member', async () => {
    race = await openPartnerRace(1)
    await addStore(race.db, companyNo, 'S002')
    await insertActivity(race.db, { code: 'WELCOMES', type: '5', points: 10, budget: 155 })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => registerAt(outletOf(index), mobileOf(index))))
    expect(countCodes(answers)).toEqual({ '0000': 40 })
    const { rows } = await sql<{ points: number; members: number }>`
      select coalesce(a.balance, 0)::int as points, count(*)::int as members
      from member m left join point_account a on a.class = 'MEMBER' and a.owner_id = m.member_no
      where m.member_no = any (${answers.map(({ body }) => body.memberNo)}::text[]) group by 1 order by 1`.execute(race.db)
    expect(rows).toEqual([
      { points: 0, members: 24 },
      { points: 5, members: 1 },
      { points: 10, members: 15 },
    ])
    expect(await usedOf(race.db, 'WELCOMES')).toBe(155)
    expect(await brokenActivities()).toEqual([])
    await race.expectSound()
  }, 600_000)

  it('newcomers at two outlets at once with one mobile number are one member, who gets the points once', async () => {
    race = await openPartnerRace(1)
    await addStore(race.db, companyNo, 'S002')
    await insertActivity(race.db, { code: 'WELCOMES', type: '5', points: 10 })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => registerAt(outletOf(index), mobileOf(0))))
    const made = answers.filter(({ body }) => body.code === '0000')
    expect(made).toHaveLength(1)
    expect(await usedOf(race.db, 'WELCOMES')).toBe(10)
    await race.expectSound()
  }, 600_000)

  it('thresholds that ten sales at two outlets reach at once bring their points once to who may have them once, and again after a return', async () => {
    race = await openPartnerRace(1)
    await addStore(race.db, companyNo, 'S002')
    await insertActivity(race.db, { code: 'ONCEONLY', type: '2', points: 50, minAmount: 1000, perMemberTotal: 50 })
    const sell = (index: number, amount: number) =>
      race.call('points/issue', { member: race.memberAt(0), amount, retailStoreCode: outletOf(index), externalTxnNo: `SALE${index}` })
    expect(pointsGiven([await sell(99, 999)])).toEqual({ 0: 1 })
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => sell(index, 1000)))
    expect(pointsGiven(answers)).toEqual({ 50: 1, 0: 9 })
    const rewarded = answers.findIndex(({ body }) => body.activityPoints === 50)
    const repeats = await Promise.all([sell(rewarded, 1000), sell(rewarded, 1000)])
    expect(repeats.map(({ body }) => body.replayed)).toEqual([true, true])
    expect(await usedOf(race.db, 'ONCEONLY')).toBe(50)
    // One dollar less than the threshold remains: the points go with it, and the next sale may have them.
    const back = await race.call('points/issue_return', { originalExternalTxnNo: `SALE${rewarded}`, returnAmount: 1 })
    expect(back.body).toMatchObject({ code: '0000', clawedPoints: 51 })
    expect(await usedOf(race.db, 'ONCEONLY')).toBe(0)
    expect(pointsGiven(await Promise.all([sell(20, 1000), sell(21, 1000)]))).toEqual({ 50: 1, 0: 1 })
    expect(await brokenActivities()).toEqual([])
    await race.expectSound()
  }, 600_000)
})
