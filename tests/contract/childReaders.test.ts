import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../src/language/documents/entity.ts'
import type { ResolvedChild, ResolvedScreen } from '../../src/language/resolved.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import { fill, permissionsOf } from './routeWalk.ts'
import type { Row } from './rows.ts'

const people = ['ops01', 'fin01', 'fm01', 'cs01', 'mkt01', 'aud01', 'mer01'] as const
const own = 'C000101'

let server: TestServer
const sessions = new Map<string, TestSession>()

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  for (const name of people) sessions.set(name, await signIn(server, name))
})
afterAll(() => server.close())

type Case = readonly [who: string, session: TestSession, screen: ResolvedScreen, child: ResolvedChild]

/** Child lists with restricted readers, combined with everybody who may open the screen; a new one is found without being named here. */
function cases(): readonly Case[] {
  const screens = [...server.app.documents.current().screens.values()]
  return [...sessions].flatMap(([who, session]) =>
    screens
      .filter((screen) => permissionsOf(session).has(`${screen.resource}.view`))
      .flatMap((screen) =>
        Object.values(screen.children).flatMap((child) => (child.permissions ? [[who, session, screen, child] as const] : [])),
      ),
  )
}

/** A record that the user sees: the first of the list, or the one above the list. */
async function recordId(session: TestSession, screen: ResolvedScreen, child: ResolvedChild): Promise<number> {
  const filters = child.of === undefined ? '' : `?memberId=${await someMember()}`
  const answer = await session.get(`${fill(screen.api.list.path, { pageIndex: 0, pageSize: 5 })}${filters}`)
  expect([screen.uri, answer.statusCode]).toEqual([screen.uri, 200])
  const { rows, head } = answer.json<{ rows: Row[]; head?: Row }>()
  return (child.of === undefined ? rows[0] : head)?.id ?? 0
}

async function someMember(): Promise<string> {
  const page = await sessions.get('aud01')?.get('/api/warning/warning_transaction/0/100')
  const rows = page?.json<{ rows: Row[] }>().rows ?? []
  return String(rows.find((row) => row.memberId)?.memberId)
}

const maskedOf = (entity: Entity) =>
  Object.entries(entity.properties).flatMap(([name, property]) => (property['x-mask'] === undefined ? [] : [name]))

describe('a child list that is for some only', () => {
  it('answers nobody else, and the others masked and limited', async () => {
    const all = cases()
    expect(new Set(all.map(([, , screen]) => screen.uri)).size).toBeGreaterThanOrEqual(3)
    for (const [who, session, screen, child] of all) {
      const id = await recordId(session, screen, child)
      const answer = await session.get(fill(screen.api.children.path, { id, child: child.name, pageIndex: 0, pageSize: 100 }))
      const isFor = child.permissions?.some((permission) => permissionsOf(session).has(permission)) === true
      expect([who, screen.uri, child.name, answer.statusCode]).toEqual([who, screen.uri, child.name, isFor ? 200 : 404])
      if (!isFor) continue
      const { rows, totalCount } = answer.json<{ rows: Row[]; totalCount: number }>()
      expect(totalCount).toBeLessThanOrEqual(child.limit ?? Number.MAX_SAFE_INTEGER)
      const masked = maskedOf(server.app.documents.entity(child.entity) as Entity)
      for (const row of rows)
        for (const field of masked)
          if (row[field]) expect([child.name, field, row[field]]).toEqual([child.name, field, expect.stringContaining('*')])
      if (who === 'mer01')
        for (const row of rows) if (row.companyNo !== undefined) expect([child.name, row.companyNo]).toEqual([child.name, own])
    }
  })

  it('ends at its limit, whatever page is asked for', async () => {
    const session = sessions.get('aud01') as TestSession
    const screen = server.app.documents.current().screens.get('/_company/company_details') as ResolvedScreen
    const list = await session.get(`${fill(screen.api.list.path, { pageIndex: 0, pageSize: 5 })}?companyNo=${own}`)
    const id = list.json<{ rows: Row[] }>().rows[0]?.id ?? 0
    const pageAt = async (pageIndex: number) =>
      (await session.get(fill(screen.api.children.path, { id, child: 'transactions', pageIndex, pageSize: 30 }))).json<{
        rows: Row[]
        totalCount: number
      }>()
    const pages = [await pageAt(0), await pageAt(3), await pageAt(4)]
    expect(pages.map(({ rows, totalCount }) => [rows.length, totalCount])).toEqual([
      [30, 100],
      [10, 100],
      [0, 100],
    ])
  })

  it('answers only for a record when it belongs to the record above a list', async () => {
    const session = sessions.get('aud01') as TestSession
    const screen = server.app.documents.current().screens.get('/_points/member_point_history') as ResolvedScreen
    const child = screen.children.memberLots as ResolvedChild
    const id = await recordId(session, screen, child)
    const answer = await session.get(fill(screen.api.children.path, { id, child: child.name, pageIndex: 0, pageSize: 10 }))
    expect(answer.json<{ totalCount: number }>().totalCount).toBeGreaterThan(0)
    const foreign = await session.get(fill(screen.api.children.path, { child: child.name, pageIndex: 0, pageSize: 10 }))
    expect(foreign.statusCode).toBe(404)
  })
})
