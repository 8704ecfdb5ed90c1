import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertActivity } from '../support/activityRows.ts'
import type { PartnerClient } from '../support/partnerClient.ts'
import { addStore, companyNo, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'
import type { TestSession } from './identitySession.ts'
import { signInAs } from './staffUser.ts'

let world: PartnerWorld
let client: PartnerClient
let marketer: TestSession
let merchant: TestSession

beforeAll(async () => {
  world = await openPartnerWorld({ members: 12 })
  const { db } = world.server.app
  client = await world.addClient()
  await addStore(db, companyNo, 'S002')
  marketer = await signInAs(world.server, 'MKT', world.now())
  merchant = await signInAs(world.server, 'MER', world.now(), companyNo)
  await sql`update member set registered_at = '2024-01-01' where member_no <> ${world.members[0] as string}`.execute(db)
  await insertActivity(db, { code: 'TIMES2', type: '1', multiplier: 2, points: null, budget: 90, perMemberDaily: 25 })
  await insertActivity(db, { code: 'FIXED50', owner: 'C000000', bearer: '2', points: 50, minAmount: 800, stores: [`${companyNo}0002`] })
  await insertActivity(db, { code: 'STEP10', type: '3', points: 10, stepAmount: 500, bearer: '3', share: 40, perTxnMax: 30 })
  await insertActivity(db, { code: 'NEWBIES', points: 15, memberScope: '2', budget: 40 })
  const listed = await insertActivity(db, { code: 'LISTED1', points: 5, memberScope: '3' })
  await sql`insert into activity_member (activity_id, member_no) values (${listed}, ${world.members[1] as string})`.execute(db)
  await insertActivity(db, { code: 'CODED1', points: 9, requireCode: true, dailyFrom: '10:00', dailyTo: '12:00' })
  await insertActivity(db, { code: 'MORNING', points: 3, dailyTo: '09:00' })
  await insertActivity(db, { code: 'DRAFT01', points: 4, status: '1' })
})
afterAll(() => world.close())

interface Shown {
  readonly basePoints: { readonly value: number }
  readonly activityPoints: { readonly value: number }
  readonly activities: {
    readonly rows: readonly { readonly activityCode: string; readonly points: number; readonly applies: string; readonly reason: string }[]
  }
}
const trial = async (session: TestSession, content: object) => session.post('/api/activity/activity/trial', content)
const place = { companyNo, retailStoreNo: `${companyNo}0001`, businessAt: '2025-01-15T10:00:00+08:00' }
const countAll = async () => {
  const { rows } = await sql`
    select (select count(*) from point_transaction) as transactions, (select count(*) from log_activity_exception) as exceptions,
      (select sum(used_points) from activity) as used`.execute(world.server.app.db)
  return rows[0]
}

describe('試算 of campaigns', () => {
  it('tells what the same sale earns when it is posted, and leaves nothing', async () => {
    const codes = [undefined, 'CODED1', 'NOSUCH1', 'STEP10', 'CODED1 STEP10', 'DRAFT01']
    for (let index = 0; index < 60; index += 1) {
      const memberNo = world.members[(index * 7) % 12] as string
      const amount = 90 + ((index * 311) % 2600)
      const store = index % 3 === 0 ? '2' : '1'
      const activityCode = codes[index % codes.length]
      const businessAt = `2025-01-15T${String(8 + (index % 2)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}:00+08:00`
      const more = activityCode === undefined ? {} : { activityCode }
      const before = await countAll()
      const tried = await trial(marketer, { companyNo, retailStoreNo: `${companyNo}000${store}`, businessAt, amount, memberNo, ...more })
      expect([tried.statusCode, tried.statusCode === 200 ? '' : tried.body]).toEqual([200, ''])
      expect(await countAll()).toEqual(before)
      const shown = tried.json<Shown>()
      const sale = { member: { memberNo }, amount, businessAt, retailStoreCode: `S00${store}`, ...more }
      const { body } = await client.call('points/issue', world.common(sale))
      const given = shown.activities.rows
        .filter(({ points }) => points > 0)
        .map(({ activityCode: code, points }) => ({ activityCode: code, points }))
      const byCode = (one: { activityCode: string }, other: { activityCode: string }) => (one.activityCode < other.activityCode ? -1 : 1)
      expect([shown.basePoints.value, shown.activityPoints.value, given.sort(byCode)], `sale ${index}`).toEqual([
        body.basePoints,
        body.activityPoints,
        [...(body.activities as { activityCode: string; points: number }[])].sort(byCode),
      ])
      const reason = shown.activities.rows.find((row) => row.activityCode === activityCode && row.applies === '不適用')?.reason
      if (activityCode !== undefined && !activityCode.includes(' ')) expect(reason ?? null).toBe(body.activityMessage)
    }
  })

  it('takes the moment of the question when no time is given', async () => {
    const { businessAt: _, ...here } = { ...place, amount: 1000, memberNo: world.members[3] }
    const asked = (await trial(marketer, here)).json<Shown>()
    expect(asked).toEqual((await trial(marketer, { ...here, businessAt: world.now().toISOString() })).json())
    expect(asked.activities.rows.some(({ applies }) => applies === '適用')).toBe(true)
    expect((await trial(marketer, { ...here, businessAt: null })).json()).toEqual(asked)
  })

  it('tells of each campaign why it gives nothing', async () => {
    const shown = (await trial(marketer, { ...place, amount: 100, memberNo: world.members[2] })).json<Shown>()
    const reasons = Object.fromEntries(shown.activities.rows.map(({ activityCode, reason }) => [activityCode, reason]))
    expect(reasons).toMatchObject({
      FIXED50: '門市不適用',
      STEP10: '未達門檻',
      NEWBIES: '會員不適用',
      LISTED1: '會員不適用',
      CODED1: '須傳活動代碼',
      MORNING: '非活動時段',
      DRAFT01: '活動未核准',
    })
  })

  it('says what is wrong with what was entered', async () => {
    const nobody = await trial(marketer, { ...place, amount: 100, memberNo: '880000000000' })
    expect([nobody.statusCode, nobody.json()]).toEqual([400, { memberNo: '查無會員' }])
    const nowhere = await trial(marketer, { ...place, retailStoreNo: `${companyNo}9999`, amount: 100 })
    expect([nowhere.statusCode, nowhere.json()]).toEqual([400, { retailStoreNo: '門市不存在或已停用' }])
    const early = await trial(marketer, { ...place, businessAt: '2019-12-31T10:00:00+08:00', amount: 100 })
    expect([early.statusCode, early.body]).toEqual([409, expect.stringMatching(/./)])
  })

  it('a merchant tries its own sales only, and none of a certain member', async () => {
    expect((await trial(merchant, { ...place, amount: 1000 })).statusCode).toBe(200)
    expect((await trial(merchant, { ...place, amount: 1000, memberNo: world.members[0] })).statusCode).toBe(400)
    expect((await trial(merchant, { ...place, companyNo: 'C000102', amount: 1000 })).statusCode).toBe(400)
  })

  it('a merchant does not learn what the platform prepares, and nothing of a campaign of another merchant but why its code gives nothing', async () => {
    const { db } = world.server.app
    await insertActivity(db, { code: 'SECRET1', owner: 'C000000', bearer: '2', points: 70, status: '2' })
    await insertActivity(db, { code: 'OTHERS1', owner: 'C000102', points: 60 })
    const linesOf = async (session: TestSession, activityCode: string) =>
      ((await trial(session, { ...place, amount: 1000, activityCode })).json() as Shown).activities.rows
    const seen = await linesOf(merchant, 'OTHERS1')
    expect(seen.map((line) => line.activityCode)).not.toContain('SECRET1')
    expect(seen.map((line) => line.activityCode)).toEqual(expect.arrayContaining(['FIXED50', 'DRAFT01']))
    const known = { activityName: '', reason: '特約商不適用', expectedPoints: 0 }
    expect(seen.find((line) => line.activityCode === 'OTHERS1')).toMatchObject(known)
    expect((await linesOf(marketer, 'OTHERS1')).find((line) => line.activityCode === 'OTHERS1')).not.toMatchObject({ activityName: '' })
    expect((await linesOf(marketer, '')).map((line) => line.activityCode)).toContain('SECRET1')
  })
})
