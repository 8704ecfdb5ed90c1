import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberStatus } from '../../src/rules/codes.generated.ts'
import { verifyActivities } from '../../src/server/domain/activity/public.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/public.ts'
import { insertCompany } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import type { Trx } from '../../src/server/platform/database/tables.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { foundEvents, insertActivity, usedOf } from '../support/activityRows.ts'
import { openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'
import type { TestSession } from './identitySession.ts'
import { signInAs } from './staffUser.ts'

const prepaid = 'C000102'
let world: PartnerWorld
let ops: TestSession

beforeAll(async () => {
  world = await openPartnerWorld({ members: 260 })
  await insertCompany(world.server.app.db, { companyNo: prepaid, settlementMode: '2' })
  ops = await signInAs(world.server, 'OPS', world.now())
})
afterAll(() => world.close())

const add = (row: Parameters<typeof insertActivity>[1]) => insertActivity(world.server.app.db, { type: '4', memberScope: '3', ...row })

async function list(id: number, members: readonly (readonly [string, number | null])[]): Promise<void> {
  for (const [memberNo, points] of members)
    await sql`insert into activity_member (activity_id, member_no, points) values (${id}, ${memberNo}, ${points})`.execute(
      world.server.app.db,
    )
}
const run = (id: number, body: object = { confirmed: true }) => ops.post(`/api/activity/activity/${id}/run`, body)
const work = () => world.server.app.jobs.runDue()
async function lastRun(id: number) {
  const { rows } =
    await sql`select finished_at is not null as is_finished, total_count, given_count, given_points, refused_count from activity_run where activity_id = ${id}
    order by total_count limit 1`.execute(world.server.app.db)
  return rows[0]
}
async function refusals(id: number) {
  const { rows } = await sql<{ refusal: string; count: number }>`
    select refusal, count(*)::int as count from activity_member where activity_id = ${id} and refusal is not null group by 1 order by 1`.execute(
    world.server.app.db,
  )
  return rows.map(({ refusal, count }) => [refusal, count])
}
const addRole = (code: string, userType: '1' | '2', permissions: readonly string[]) =>
  sql`
    insert into app_role (role_code, role_name, user_type, permissions)
    values (${code}, ${code}, ${userType}, ${JSON.stringify(permissions)}::jsonb)`.execute(world.server.app.db)
const balanceOf = async (memberNo: string) =>
  (
    await sql<{ balance: number }>`select balance from point_account where class = 'MEMBER' and owner_id = ${memberNo}`.execute(
      world.server.app.db,
    )
  ).rows[0]?.balance ?? 0

describe('執行批次贈點', () => {
  it('gifts are no sales: 活動績效報表 counts their members and points, but no transaction that would make 客單價 smaller', async () => {
    const id = await add({ code: 'GIFTS01', points: 20, bearer: '1' })
    await list(
      id,
      world.members.slice(257).map((memberNo) => [memberNo, null]),
    )
    expect((await run(id)).statusCode).toBe(200)
    await work()
    const fin = await signInAs(world.server, 'FIN', world.now())
    const report = await fin.get('/api/accounting/activity_perf_report/0/100')
    const { rows, totals } = report.json<{ rows: readonly Record<string, unknown>[]; totals: Record<string, number> }>()
    const gifts = { transactionCount: 0, memberCount: 3, netPoints: 60, salesAmount: 0, averageTicket: null }
    expect(rows.find(({ activityCode }) => activityCode === 'GIFTS01')).toMatchObject(gifts)
    const sold = (field: string) => rows.filter((row) => Number(row.salesAmount) > 0).reduce((sum, row) => sum + Number(row[field]), 0)
    expect(totals.transactionCount).toBe(sold('transactionCount'))
    for (const child of ['days', 'stores']) {
      const answer = await fin.get(`/api/accounting/activity_perf_report/${id}/children/${child}/0/10`)
      expect(answer.json()).toMatchObject({ rows: [{ transactionCount: 0, memberCount: 3, netPoints: 60 }] })
    }
  })

  it('asks first, gives each member on the list its points once, and nothing when it is repeated', async () => {
    const id = await add({ code: 'BATCH01', points: 20, bearer: '3', share: 30 })
    const members = world.members.slice(0, 250)
    await list(
      id,
      members.map((memberNo, index) => [memberNo, index === 0 ? 7 : null]),
    )
    const asked = await run(id, {})
    expect([asked.statusCode, asked.headers['x-error-code'], asked.body]).toEqual([409, 'CONFIRM:confirmed', '確定要對 250 位會員贈點嗎？'])
    expect((await run(id)).statusCode).toBe(200)
    expect((await run(id)).body).toBe('此活動的批次贈點正在執行，請稍後查看結果。')
    await work()
    expect(await lastRun(id)).toEqual({ isFinished: true, totalCount: 250, givenCount: 250, givenPoints: 249 * 20 + 7, refusedCount: 0 })
    expect([await balanceOf(members[0] as string), await balanceOf(members[1] as string)]).toEqual([7, 20])
    expect(await usedOf(world.server.app.db, 'BATCH01')).toBe(249 * 20 + 7)
    const { rows } = await sql`
      select t.kind, t.source_id, t.activity_code, e.account_class, e.points from point_transaction t join point_entry e on e.transaction_id = t.id
      where t.member_no = ${members[1] as string} order by e.line_no`.execute(world.server.app.db)
    expect(rows).toEqual(
      [
        ['MEMBER', 20],
        ['AWARD', -14],
        ['PLATFORM', -6],
      ].map(([accountClass, points]) => ({
        ...{ kind: '11', sourceId: `BATCH01 ${members[1]}`, activityCode: 'BATCH01' },
        ...{ accountClass, points },
      })),
    )
    expect(await foundEvents(world.server.app.db, 'BATCH01')).toEqual([['9', 'ops77', '已贈 250 位會員共 4,987 點，未贈 0 位']])
    expect((await run(id)).body).toBe('名單上的會員皆已贈點，不需再執行。')
    await work()
    expect(await balanceOf(members[1] as string)).toBe(20)
  })

  it('tells who got nothing and why, and gives it to them later', async () => {
    const { db } = world.server.app
    const id = await add({ code: 'BATCH02', points: 20, budget: 50 })
    const [one, two, three, four, closed] = world.members.slice(250) as [string, string, string, string, string]
    await sql`update member set status = ${memberStatus.closed} where member_no = ${closed}`.execute(db)
    await list(id, [
      [one, null],
      [two, null],
      [three, null],
      [four, null],
      [closed, null],
      ['880999999999', null],
    ])
    await run(id)
    await work()
    expect(await lastRun(id)).toEqual({ isFinished: true, totalCount: 6, givenCount: 3, givenPoints: 50, refusedCount: 3 })
    expect(await refusals(id)).toEqual([
      ['會員已註銷', 1],
      ['查無會員', 1],
      ['預算用罄', 1],
    ])
    const shown = await ops.get(`/api/activity/activity/${id}/children/members/0/10`)
    const verdicts = shown.json().rows.map((row: { givenPoints: number | null; refusal: string | null }) => [row.givenPoints, row.refusal])
    expect(verdicts).toHaveLength(6)
    const wanted = [
      [20, null],
      [10, null],
      [null, '會員已註銷'],
      [null, '查無會員'],
      [null, '預算用罄'],
    ]
    expect(verdicts).toEqual(expect.arrayContaining(wanted))
    expect((await run(id)).body).toBe('活動預算已用罄，請先申請變更預算。')
    await sql`update activity set budget_points = 100 where id = ${id}`.execute(db)
    await run(id)
    await work()
    expect(await lastRun(id)).toEqual({ isFinished: true, totalCount: 3, givenCount: 1, givenPoints: 20, refusedCount: 2 })
    // Who got what was left of the first budget keeps it: a member is given points once.
    expect(await usedOf(db, 'BATCH02')).toBe(70)
    expect(await foundEvents(db, 'BATCH02')).toEqual([
      ['8', '系統', '預算 50 點已用罄'],
      ['9', 'ops77', '已贈 3 位會員共 50 點，未贈 3 位'],
      ['9', 'ops77', '已贈 1 位會員共 20 點，未贈 2 位'],
    ])
  })

  it('says that everybody has the points, also when they used up the budget', async () => {
    const id = await add({ code: 'BATCH05', points: 20, budget: 20 })
    await list(id, [[world.members[0] as string, null]])
    await run(id)
    await work()
    expect(await usedOf(world.server.app.db, 'BATCH05')).toBe(20)
    expect((await run(id)).body).toBe('名單上的會員皆已贈點，不需再執行。')
  })

  it('takes the points of a prepaid company from its stock, as far as it goes', async () => {
    const { db } = world.server.app
    const id = await add({ code: 'BATCH03', points: 20, owner: prepaid })
    await sql`select ledger_account('PREPAID', ${prepaid})`.execute(db)
    await list(
      id,
      world.members.slice(257).map((memberNo) => [memberNo, null]),
    )
    await run(id)
    await work()
    expect(await lastRun(id)).toEqual({ isFinished: true, totalCount: 3, givenCount: 0, givenPoints: 0, refusedCount: 3 })
    expect(await refusals(id)).toEqual([['特約商預購點數不足', 3]])
    expect(await usedOf(db, 'BATCH03')).toBe(0)
  })

  it("costs the platform alone when the campaign is the platform's", async () => {
    const { db } = world.server.app
    const id = await add({ code: 'BATCH04', points: 20, owner: 'C000000', bearer: '1', perTxnMax: 15 })
    await list(id, [[world.members[5] as string, null]])
    await run(id)
    await work()
    const { rows } = await sql`
      select e.account_class, e.points from point_transaction t join point_entry e on e.transaction_id = t.id where t.activity_code = 'BATCH04' order by e.line_no`.execute(
      db,
    )
    expect(rows).toEqual([
      { accountClass: 'MEMBER', points: 15 },
      { accountClass: 'PLATFORM', points: -15 },
    ])
  })

  it.each([
    ['another type', { type: '2' }, '僅「名單批次贈點」類型的活動可執行批次贈點。'],
    ['a draft', { status: '1' }, '活動未核准，無法執行批次贈點。'],
    ['one that has not begun', { startAt: '2025-01-16T00:00:00+08:00' }, '活動未開始，無法執行批次贈點。'],
    ['one that has ended', { endAt: '2025-01-15T00:00:00+08:00' }, '活動已結束，無法執行批次贈點。'],
    ['one that was ended', { status: '6' }, '活動已終止，無法執行批次贈點。'],
  ])('a run is refused for %s', async (_, changes, text) => {
    const id = await add({ code: `WRONG${Math.random().toString(36).slice(2, 8).toUpperCase()}`, ...changes })
    await list(id, [[world.members[0] as string, null]])
    expect((await run(id)).body).toBe(text)
  })

  it("a run is refused to who does not see the campaign, and to a merchant's user for another company's", async () => {
    const { db } = world.server.app
    const [own, foreign, platforms] = [
      await add({ code: 'OWNRUN1', owner: prepaid }),
      await add({ code: 'NOTOWN1' }),
      await add({ code: 'NOTOWN2', owner: 'C000000', bearer: '2' }),
    ]
    for (const id of [own, foreign, platforms]) await list(id, [[world.members[0] as string, null]])
    await addRole('MERRUN', '2', ['activity.activity.view', 'activity.activity.run'])
    await addRole('BLIND', '1', ['activity.activity.run'])
    const merchant = await signInAs(world.server, 'MERRUN', world.now(), prepaid)
    const tryRun = async (session: TestSession, id: number) =>
      (await session.post(`/api/activity/activity/${id}/run`, { confirmed: false })).statusCode
    expect(await tryRun(merchant, own)).toBe(409)
    expect([await tryRun(merchant, foreign), await tryRun(merchant, platforms)]).toEqual([404, 404])
    const blind = await signInAs(world.server, 'BLIND', world.now())
    expect(await tryRun(blind, own)).toBe(403)
    const { rows } = await sql`select from activity_run where activity_id = any (${[own, foreign, platforms]}::bigint[])`.execute(db)
    expect(rows).toEqual([])
  })

  it('a run is refused for what does not exist', async () => {
    expect((await run(1)).statusCode).toBe(404)
  })
})

describe('verify', () => {
  const brokenAfter = (...statements: readonly string[]) => {
    const undone = new Error('undone')
    let broken: readonly string[] = []
    // Only the owner of the tables may take their guards away.
    return transact(world.server.database.db, async (trx: Trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx)
      broken = (await verifyActivities(trx)).filter(({ violations }) => violations > 0).map(({ id }) => id)
      throw undone
    }).catch((error: unknown) => {
      if (error !== undone) throw error
      return broken
    })
  }

  it('finds nothing in what was posted', async () => {
    const results = [...(await verifyLedger(world.server.app.db)), ...(await verifyActivities(world.server.app.db))]
    expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
  })

  it.each<[string, readonly string[], readonly string[]]>([
    ['a counter that is too high', [`update activity set used_points = used_points + 1 where activity_code = 'BATCH01'`], ['AC1']],
    ['a counter that is too low', [`update activity set used_points = used_points - 1 where activity_code = 'BATCH02'`], ['AC1']],
    [
      'a budget that was exceeded',
      [
        'alter table activity drop constraint activity_budget',
        `update activity set budget_points = used_points - 1 where activity_code = 'BATCH01'`,
      ],
      ['AC2'],
    ],
    [
      'a member whose list row says another number',
      [`update activity_member set given_points = given_points + 1 where member_no = '${'MEMBER'}'`],
      ['AC3'],
    ],
    [
      'a member whose list row lost its points',
      [`update activity_member set given_points = null where member_no = '${'MEMBER'}'`],
      ['AC3'],
    ],
    [
      'points that were given twice',
      [
        'alter table point_transaction disable trigger user',
        `update point_transaction set member_no = (select min(member_no) from point_transaction where activity_code = 'BATCH01')
          where id = (select max(id) from point_transaction where activity_code = 'BATCH01')`,
      ],
      ['AC3'],
    ],
  ])('finds %s', async (_, statements, ids) => {
    const named = statements.map((statement) => statement.replace('MEMBER', world.members[1] as string))
    expect(await brokenAfter(...named)).toEqual(ids)
  })
})
