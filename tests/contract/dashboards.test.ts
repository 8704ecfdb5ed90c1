import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TileData } from '../../src/answers/dashboards.ts'
import type { OfferedBoard } from '../../src/interpreter/dashboard/useOffered.ts'
import type { OfferedDashboards } from '../../src/language/dashboard/resolved.ts'
import { taipeiDate } from '../../src/rules/dates.ts'
import { defaultRoles } from '../../src/server/identity/permissions/defaultRoles.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

const people = { admin: 'administrator', ops01: 'operations', fin01: 'finance', fm01: 'finance', cs01: 'customerService' } as const
const others = { mkt01: 'marketing', aud01: 'audit', mer01: 'merchant', mer02: 'merchant' } as const
const dashboardOf: Readonly<Record<string, string>> = { ...people, ...others }
const names = Object.keys(dashboardOf)

let server: TestServer
const sessions = new Map<string, TestSession>()

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  for (const name of names) sessions.set(name, await signIn(server, name))
})
afterAll(() => server.close())

async function ask<T>(who: string, path: string): Promise<{ readonly status: number; readonly body: T }> {
  const session = sessions.get(who)
  if (session === undefined) throw new Error(`${who} is not signed in`)
  const answer = await session.get(path)
  return { status: answer.statusCode, body: answer.statusCode === 200 ? (answer.json() as T) : (answer.body as T) }
}

const offered = async (who: string) => (await ask<OfferedDashboards>(who, '/api/dashboards')).body
const tileOf = (who: string, dashboard: string, id: string, query = '') =>
  ask<TileData>(who, `/api/dashboards/${dashboard}/tiles/${id}${query}`)

/** The whole dashboard, as nobody gets it. */
function written(name: string) {
  const dashboard = server.app.documents.dashboards().get(name)
  if (dashboard === undefined) throw new Error(`no dashboard ${name}`)
  return dashboard
}

const idOf = (name: string, title: string) => written(name).tiles.find(({ shown }) => shown.title === title)?.shown.id ?? 'missing'

describe('the dashboard of a role', () => {
  it.each(names)('%s gets that of the own role, every tile of it, and each tile answers for every period', async (who) => {
    const { choices, dashboard } = await offered(who)
    expect(choices.map(({ name }) => name)).toEqual([dashboardOf[who]])
    expect(dashboard?.tiles.length).toBe(written(dashboardOf[who] ?? '').tiles.length)
    for (const tile of dashboard?.tiles ?? [])
      for (const period of [undefined, ...(dashboard?.period?.choices ?? [])]) {
        const { status, body } = await tileOf(who, dashboard?.name ?? '', tile.id, period && `?period=${period}`)
        expect([tile.title, period, status, body.link ?? 'none']).toEqual([tile.title, period, 200, expect.any(String)])
      }
  })

  it.each(names)('%s gets the numbers of the tiles together with the dashboard, the same as by their own calls', async (who) => {
    for (const period of ['last7Days', 'last12Months', 'nonsense']) {
      const { dashboard, ready } = (await ask<OfferedBoard>(who, `/api/dashboards?period=${period}`)).body
      const { choices, default: usual } = written(dashboard?.name ?? '').period
      expect(ready?.period).toBe(choices.find((one) => one === period) ?? usual)
      const shown = dashboard?.tiles.filter(({ kind }) => kind !== 'text').map(({ id }) => id) ?? []
      const found = Object.entries(ready?.tiles ?? {})
      expect(found.every(([id]) => shown.includes(id))).toBe(true)
      for (const [id, data] of found)
        expect([id, data]).toEqual([id, (await tileOf(who, dashboard?.name ?? '', id, `?period=${ready?.period}`)).body])
    }
  })

  it('a dashboard is there for every default role of the console', () => {
    const roles = new Set([...server.app.documents.dashboards().values()].flatMap((one) => one.roles))
    expect(defaultRoles.map(({ roleCode }) => roleCode).filter((role) => !roles.has(role))).toEqual(['CORP'])
  })

  it('leads to lists that take its address', async () => {
    for (const who of ['fin01', 'mer01', 'admin']) {
      const { dashboard } = await offered(who)
      for (const tile of dashboard?.tiles ?? []) {
        const { body } = await tileOf(who, dashboard?.name ?? '', tile.id)
        for (const link of [body.link, ...(body.items ?? []).map((item) => item.link)]) {
          if (link === null || link === undefined) continue
          const [uri = '', query = ''] = link.split('?')
          const screen = server.app.documents.screen(uri)
          const path = screen?.api.list.path.replace('{pageIndex}', '0').replace('{pageSize}', '25')
          expect([link, (await ask(who, `${path}?${query}`)).status]).toEqual([link, 200])
        }
      }
    }
  })
})

describe('what a tile must not tell', () => {
  it('a dashboard of another role does not exist', async () => {
    expect((await tileOf('mer01', 'finance', idOf('finance', '未收帳款'))).status).toBe(404)
    expect((await tileOf('ops01', 'administrator', idOf('administrator', '登入'))).status).toBe(404)
    expect((await tileOf('fin01', 'finance', 'constructor')).status).toBe(404)
    expect((await tileOf('fin01', '__proto__', 'x')).status).toBe(404)
  })

  it('a tile without the right of its screen is not in the document, and its call is refused', async () => {
    const session = sessions.get('ops01')
    const id = idOf('operations', '異常警示')
    const role = await server.database.db.selectFrom('appRole').selectAll().where('roleCode', '=', 'OPS').executeTakeFirstOrThrow()
    const kept = (role.permissions as readonly string[]).filter((one) => !one.startsWith('warning.'))
    try {
      await server.database.db
        .updateTable('appRole')
        .set({ permissions: JSON.stringify(kept) } as never)
        .where('roleCode', '=', 'OPS')
        .execute()
      sessions.set('ops01', await signIn(server, 'ops01'))
      const { dashboard } = await offered('ops01')
      expect(dashboard?.tiles.some((tile) => tile.id === id)).toBe(false)
      const refused = await tileOf('ops01', 'operations', id)
      expect(refused.status).toBe(403)
    } finally {
      const permissions = JSON.stringify(role.permissions)
      await server.database.db
        .updateTable('appRole')
        .set({ permissions } as never)
        .where('roleCode', '=', 'OPS')
        .execute()
      if (session) sessions.set('ops01', session)
    }
  })

  it('a merchant sees the sums of its own company only', async () => {
    const whole = '?period=last12Months'
    const issued = (await tileOf('mer01', 'merchant', idOf('merchant', '贈點'), whole)).body.value ?? 0
    const all = (await tileOf('ops01', 'operations', idOf('operations', '贈點'), whole)).body.value ?? 0
    const list = await ask<{ totals: { issuedPoints: number }; rows: readonly { companyNo: string }[] }>(
      'mer01',
      `/api/points/daily_points/0/100?${(await tileOf('mer01', 'merchant', idOf('merchant', '贈點'), whole)).body.link?.split('?')[1]}`,
    )
    expect(new Set(list.body.rows.map((row) => row.companyNo)).size).toBe(1)
    expect(issued).toBe(list.body.totals.issuedPoints)
    expect(issued).toBeGreaterThan(0)
    expect(issued).toBeLessThan(all)
  })

  it('personal data in a list is masked, whoever may see it elsewhere', async () => {
    const { body } = await tileOf('cs01', 'customerService', idOf('customerService', '最近的負點'))
    expect(body.rows?.length).toBeGreaterThan(0)
    for (const row of body.rows ?? []) expect(row.memberNo).toMatch(/\*/)
  })

  it('a period that the dashboard does not offer is refused', async () => {
    const id = idOf('administrator', '登入')
    expect((await tileOf('admin', 'administrator', id, '?period=thisYear')).status).toBe(400)
    expect((await tileOf('admin', 'administrator', id, '?period=forever')).status).toBe(400)
    expect((await tileOf('admin', 'administrator', id, '?periods=thisMonth')).status).toBe(400)
  })
})

describe('the numbers of a tile', () => {
  it('the numbers of a tile are those of the ledger: points issued and redeemed by the daily sums', async () => {
    const { body } = await tileOf('fin01', 'finance', idOf('finance', '贈點與兌點'), '?period=last12Months')
    const link = body.link?.split('?')[1] ?? ''
    const list = await ask<{ totals: Readonly<Record<string, number>> }>('fin01', `/api/points/daily_points/0/1?${link}`)
    const sum = (field: string) => (body.rows ?? []).reduce((all, row) => all + Number(row[field]), 0)
    expect([sum('issuedPoints'), sum('redeemedPoints')]).toEqual([list.body.totals.issuedPoints, list.body.totals.redeemedPoints])
    expect(body.rows).toHaveLength(12)
    expect(body.by).toBe('month')
  })

  it('the numbers of a tile have a course that adds up to them, with the days of which nothing is known', async () => {
    const { body } = await tileOf('ops01', 'operations', idOf('operations', '贈點'), '?period=last30Days')
    expect(body.course).toHaveLength(30)
    expect(body.course?.reduce((sum, point) => sum + point.value, 0)).toBe(body.value)
  })

  it('the numbers of a stock are those of its last month, not their sum, and so is the list that it leads to', async () => {
    const { body } = await tileOf('fin01', 'finance', idOf('finance', '估計負債（月底）'), '?period=last12Months')
    expect(body.value).toBe(body.course?.at(-1)?.value)
    expect(body.course?.length).toBeGreaterThan(5)
    expect(body.link).toBe(`/_accounting/remainder_point?periodNo=${body.course?.at(-1)?.at}`)
    const list = await ask<{ totals: { liabilityAmount: number } }>(
      'fin01',
      `/api/accounting/remainder_point/0/1?${body.link?.split('?')[1]}`,
    )
    expect(list.body.totals.liabilityAmount).toBe(body.value)
  })

  it('the numbers of a period end with yesterday and are compared with as many whole days; the newest records are those of today too', async () => {
    const now = server.app.clock.now().getTime()
    const day = (ago: number) => taipeiDate(new Date(now - ago * 86_400_000))
    const { body } = await tileOf('ops01', 'operations', idOf('operations', '贈點'), '?period=last7Days')
    expect([body.course?.[0]?.at, body.course?.at(-1)?.at]).toEqual([day(7), day(1)])
    const path = `/api/points/daily_points/0/1?businessDateFrom=${day(14)}&businessDateTo=${day(8)}`
    const earlier = await ask<{ totals: { issuedPoints: number } }>('ops01', path)
    expect(body.before).toBe(earlier.body.totals.issuedPoints)
    const { body: newest } = await tileOf('admin', 'administrator', idOf('administrator', '最近的排程'), '?period=last7Days')
    expect(newest.link).toContain(`occurredAtTo=${day(0)}`)
  })

  it('the parts of a chart stand in the order of their dictionary, whichever is the largest', async () => {
    const ages = await tileOf('fin01', 'finance', idOf('finance', '未收帳款的帳齡'))
    const keys = (ages.body.rows ?? []).map((row) => String(row.receivableAge))
    expect(keys.length).toBeGreaterThan(1)
    expect(keys).toEqual([...keys].sort())
    const reasons = await tileOf('aud01', 'audit', idOf('audit', '送審的調整單'), '?period=last90Days')
    const codes = (reasons.body.rows ?? []).map((row) => String(row.reasonCode))
    expect(codes.length).toBeGreaterThan(1)
    expect(codes).toEqual([...codes].sort())
  })
})
