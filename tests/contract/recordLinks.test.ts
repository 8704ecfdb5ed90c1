import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkAddress } from '../../src/interpreter/shared/records/linkAddress.ts'
import { keyCall } from '../../src/language/resolve/recordCall.ts'
import type { ResolvedChild, ResolvedColumn, ResolvedField, ResolvedLink, ResolvedScreen } from '../../src/language/resolved.ts'
import { restrictScreen } from '../../src/language/rights/restrictScreen.ts'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { runsOnce, startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import { fill, permissionsOf, sendCall } from './routeWalk.ts'
import type { Row } from './rows.ts'

/** A value that is drawn as a link: its place, and its address. */
interface Met {
  /** `/_company/retail_store companyNo`. */
  readonly place: string
  readonly link: ResolvedLink
  readonly value: unknown
}

type Linked = Pick<ResolvedColumn, 'field' | 'to'>

/** Each screen is read with the rows of one page; at each place this many different values are followed. */
const rowsWalked = 100
const valuesFollowed = 3

let server: TestServer
let auditor: TestSession
let merchant: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  auditor = await signIn(server, 'aud01')
  merchant = await signIn(server, 'mer01')
})
afterAll(() => server.close())

const screensFor = (session: TestSession): readonly ResolvedScreen[] =>
  [...server.app.documents.current().screens.values()].flatMap((screen) => restrictScreen(screen, permissionsOf(session)) ?? [])

/** Filters that a list needs before it shows anything: the longest date range, and a company or member. */
async function sightOf({ list }: ResolvedScreen): Promise<Readonly<Record<string, string>>> {
  const today = taipeiDate(new Date())
  const ranges = list.filters
    .filter((filter) => filter.op === 'between' && (filter.required || list.needs?.fields.includes(filter.field)))
    .flatMap(({ field, maxDays = 92 }) => [
      [`${field}From`, addDays(today, 1 - maxDays)],
      [`${field}To`, today],
    ])
  const needed = list.needs?.fields ?? []
  if (needed.length === 0 || ranges.some(([name]) => needed.includes(String(name).replace(/From$/, '')))) return Object.fromEntries(ranges)
  if (needed.includes('companyNo')) return Object.fromEntries([...ranges, ['companyNo', 'C000101']])
  const { rows } = await sql<{ memberId: string }>`
    select member_id as "memberId" from warning_transaction_view where member_id is not null order by id limit 1
  `.execute(server.database.db)
  return Object.fromEntries([...ranges, ['memberId', String(rows[0]?.memberId)]])
}

interface Page {
  readonly rows: readonly Row[]
  /** The record above the list. */
  readonly head?: Row | null
}

async function pageOf(session: TestSession, { api, ...screen }: ResolvedScreen): Promise<Page> {
  const filters = await sightOf({ api, ...screen })
  const path = fill(api.list.path, { pageIndex: 0, pageSize: rowsWalked })
  const paged = { pageIndex: '0', pageSize: String(rowsWalked), ...filters }
  const isInPath = api.list.path.includes('{pageIndex}')
  const answer =
    api.list.method === 'GET'
      ? await session.get(`${path}?${new URLSearchParams(isInPath ? filters : paged)}`)
      : await session.put(path, { pageIndex: 0, pageSize: rowsWalked, filters })
  expect([screen.uri, answer.statusCode]).toEqual([screen.uri, 200])
  return answer.json<Page>()
}

function metIn(place: string, shown: Linked, row: Readonly<Record<string, unknown>>): readonly Met[] {
  const link = shown.to?.[0]
  if (link === undefined) return []
  const value = row[link.from ?? shown.field] ?? null
  return [value].flat().flatMap((one) => (one === null || one === '' ? [] : [{ place: `${place} ${shown.field}`, link, value: one }]))
}

function metInFields(
  place: string,
  fields: Readonly<Record<string, ResolvedField>>,
  row: Readonly<Record<string, unknown>>,
): readonly Met[] {
  return Object.values(fields).flatMap((field) => {
    const lines =
      field.items !== undefined && Array.isArray(row[field.field]) ? (row[field.field] as Readonly<Record<string, unknown>>[]) : []
    return [...metIn(place, field, row), ...lines.flatMap((line) => metInFields(`${place} ${field.field}`, field.items ?? {}, line))]
  })
}

/** Values of the list, of record views and of their child lists. */
async function metOn(session: TestSession, screen: ResolvedScreen): Promise<readonly Met[]> {
  const { rows, head } = await pageOf(session, screen)
  const met = rows.flatMap((row) => screen.list.columns.flatMap((column) => metIn(screen.uri, column, row)))
  const views = Object.values(screen.forms).filter((form) => form.mode === 'view')
  const children = Object.values(screen.children).filter((child) => child.name !== screen.list.head)
  for (const { id } of [...rows.slice(0, 3), ...rows.slice(-2)]) {
    if (views.length > 0 && screen.api.get.method === 'GET') {
      const answer = await sendCall(session, screen.api.get, { id })
      expect([screen.uri, id, answer.statusCode]).toEqual([screen.uri, id, 200])
      const record = answer.json<Row>()
      met.push(...views.flatMap((form) => metInFields(`${screen.uri} ${form.name}`, form.fields, record)))
    }
    for (const child of children.filter((one) => one.of === undefined)) met.push(...(await metInChild(session, screen, child, id)))
  }
  if (head)
    for (const child of children.filter((one) => one.of !== undefined)) met.push(...(await metInChild(session, screen, child, head.id)))
  return met
}

async function metInChild(session: TestSession, screen: ResolvedScreen, child: ResolvedChild, id: number): Promise<readonly Met[]> {
  const answer = await session.get(fill(screen.api.children.path, { id, child: child.name, pageIndex: 0, pageSize: 10 }))
  expect([screen.uri, child.name, answer.statusCode]).toEqual([screen.uri, child.name, 200])
  const { rows } = answer.json<Page>()
  return rows.flatMap((row) => child.columns.flatMap((column) => metIn(`${screen.uri} ${child.name}`, column, row)))
}

/** The first different values at each place. */
function chosen(met: readonly Met[]): readonly Met[] {
  const byPlace = new Map<string, Map<string, Met>>()
  for (const one of met) {
    const values = byPlace.get(one.place) ?? new Map<string, Met>()
    byPlace.set(one.place, values)
    if (values.size < valuesFollowed) values.set(String(one.value), one)
  }
  return [...byPlace.values()].flatMap((values) => [...values.values()])
}

/** Follows a link like the console, and returns what was found. */
async function follow(session: TestSession, { link, value }: Met): Promise<string> {
  const [uri = '', query] = (linkAddress(link, value) ?? '').split('?')
  const params = new URLSearchParams(query)
  const screen = server.app.documents.current().screens.get(uri)
  if (screen === undefined) return 'no such screen'
  const record = params.get('record')
  if (record === null) {
    const path = fill(screen.api.list.path, { pageIndex: 0, pageSize: 5 })
    const answer = await session.get(`${path}?${params}`)
    return answer.statusCode === 200 && answer.json<{ totalCount: number }>().totalCount > 0 ? 'found' : `list ${answer.statusCode}`
  }
  const by = params.get('by')
  const isById = screen.entity.address === 'id' && by === null
  const search = new URLSearchParams({ key: record, ...(by !== null && { by }) })
  const answer = isById
    ? await sendCall(session, screen.api.get, { id: record })
    : await session.get(`${keyCall(screen.api.get).path}?${search}`)
  if (answer.statusCode !== 200) return `record ${answer.statusCode}`
  const found = answer.json<Row>()[by ?? screen.entity.address]
  return String(found) === record ? 'found' : `another record: ${String(found)}`
}

async function followAll(session: TestSession): Promise<readonly { readonly met: Met; readonly result: string }[]> {
  const results = []
  for (const screen of screensFor(session)) {
    for (const met of chosen(await metOn(session, screen))) results.push({ met, result: await follow(session, met) })
  }
  return results
}

describe('a number of another record', () => {
  it.runIf(runsOnce())('opens the record that it names, wherever it stands', async () => {
    const results = await followAll(auditor)
    const lost = results.filter(({ result }) => result !== 'found')
    expect(lost.map(({ met, result }) => `${met.place} ${met.value} → ${met.link.uri}: ${result}`)).toEqual([])
    const places = new Set(results.map(({ met }) => met.place))
    expect(places.size).toBeGreaterThan(100)
  })

  it.runIf(runsOnce())('a number of another record is a link for nobody who may not open the screen behind it', async () => {
    for (const { met, result } of await followAll(merchant)) {
      expect([met.place, permissionsOf(merchant).has(met.link.permission)]).toEqual([met.place, true])
      // A record of another company gives the same answer as one that does not exist.
      expect([met.place, met.link.uri, result]).toEqual([met.place, met.link.uri, expect.stringMatching(/^(found|record 404|list 200)$/)])
    }
  })

  it('a number of another record that is masked leads to its member by an id that tells nothing, for those who may look at members', () => {
    const columnOf = (session: TestSession) =>
      screensFor(session)
        .find((screen) => screen.uri === '/_points/contractor_point_history')
        ?.list.columns.find((column) => column.field === 'memberNo')
    expect(columnOf(auditor)?.to).toEqual([
      expect.objectContaining({ uri: '/_points/member_point_history', key: 'memberId', from: 'memberId' }),
    ])
    expect(columnOf(merchant)).not.toHaveProperty('to')
  })
})
