import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpeningDictionary } from '../../src/answers/opening.ts'
import { keyCall } from '../../src/language/resolve/recordCall.ts'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { deriveMailKey, openMail } from '../../src/server/platform/mail/sealedText.ts'
import { sendDue } from '../../src/server/subscriptions/sendSubscriptions.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import { signedInRoutes } from './routeLists.ts'
import { codeRoutes, documentCalls, type Method, permissionsOf, sendCall } from './routeWalk.ts'
import type { Row } from './rows.ts'

const own = 'C000101'

let server: TestServer
/** Sees every row of every screen that a merchant may open. */
let auditor: TestSession
let merchant: TestSession
/** May read the merchants of its group, but not change them. */
let parent: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  auditor = await signIn(server, 'aud01')
  merchant = await signIn(server, 'mer01')
  parent = await signIn(server, 'mer02')
})
afterAll(() => server.close())

function screensOf(session: TestSession): readonly ResolvedScreen[] {
  const permissions = permissionsOf(session)
  return [...server.app.documents.current().screens.values()].filter((screen) => permissions.has(`${screen.resource}.view`))
}

const scopeOf = (screen: ResolvedScreen) => server.app.documents.entity(screen.entity.name)?.scope

/** Filters that a list needs before it shows anything to this user: its date range, and a company or member. */
async function sightOf(session: TestSession, { list, ...screen }: ResolvedScreen): Promise<Readonly<Record<string, string>>> {
  const ranges = list.filters
    .filter((filter) => filter.required && filter.op === 'between')
    .flatMap(({ field, maxDays = 92 }) => [
      [`${field}From`, addDays(taipeiDate(new Date()), 1 - maxDays)],
      [`${field}To`, taipeiDate(new Date())],
    ])
  const scope = server.app.documents.entity(screen.entity.name)?.scope ?? ''
  const [needed] = session === auditor || !list.needs?.fields.includes(scope) ? (list.needs?.fields ?? []) : []
  return Object.fromEntries([...ranges, ...(needed === undefined ? [] : [[needed, await knownValueOf(needed)]])])
}

/** Another merchant than `own`, or any member. */
async function knownValueOf(field: string): Promise<string> {
  if (field === 'companyNo') return 'C000102'
  const { rows } = await sql<{ memberNo: string }>`select member_no from member order by member_no limit 1`.execute(server.database.db)
  return rows[0]?.memberNo ?? ''
}

async function rowsOf(
  session: TestSession,
  screen: ResolvedScreen,
  conditions: Readonly<Record<string, string>> = {},
): Promise<readonly Row[]> {
  const { method, path } = screen.api.list
  const filters = { ...(await sightOf(session, screen)), ...conditions }
  const url = method === 'GET' ? `${path}?${new URLSearchParams(filters)}` : path
  const answer = await sendCall(session, { method, path: url }, { pageSize: 100 }, { pageIndex: 0, pageSize: 100, filters })
  expect([screen.uri, answer.statusCode]).toEqual([screen.uri, 200])
  return answer.json<{ rows: Row[] }>().rows
}

/** Rows of other merchants on the screens that a merchant may open. */
async function foreignRows(session: TestSession, screen: ResolvedScreen): Promise<readonly Row[]> {
  const visible = new Set((await rowsOf(session, screen)).map((row) => row.id))
  return (await rowsOf(auditor, screen)).filter((row) => !visible.has(row.id))
}

/**
 * Screens of payers and of prepaid companies, which this merchant is neither. The only payer in the demo data is the bank, whose periods
 * are tested elsewhere. `centerSales.test.ts` checks that the merchant sees no sale.
 */
const screensOfOthers: readonly string[] = [
  '/_accounting/pay_as_you_go_statements',
  '/_accounting/pay_as_you_go_invoice',
  '/_accounting/center_sale',
]

describe('a merchant', () => {
  it('opens only screens whose rows belong to merchants', () => {
    expect(screensOf(merchant).length).toBeGreaterThan(0)
    for (const screen of screensOf(merchant)) expect([screen.uri, scopeOf(screen)]).toEqual([screen.uri, expect.any(String)])
  })

  it('lists and exports its own rows only, whatever it filters by', async () => {
    for (const screen of screensOf(merchant).filter(({ uri }) => !screensOfOthers.includes(uri))) {
      const scope = scopeOf(screen) ?? ''
      const others = [...new Set((await foreignRows(merchant, screen)).map((row) => String(row[scope])))]
      expect(others, `${screen.uri} needs demo rows of another merchant`).not.toEqual([])
      expect([screen.uri, ...new Set((await rowsOf(merchant, screen)).map((row) => row[scope]))]).toEqual([screen.uri, own])
      const isFilter = screen.list.filters.some((filter) => filter.field === scope)
      for (const other of isFilter ? others.slice(0, 2) : []) expect(await rowsOf(merchant, screen, { [scope]: other })).toEqual([])
      const sight = new URLSearchParams(await sightOf(merchant, screen))
      const file = await merchant.get(`${screen.api.export.path}?format=csv&${sight}`)
      if (file.statusCode === 200) for (const other of others) expect([screen.uri, file.body.includes(other)]).toEqual([screen.uri, false])
      else expect([screen.uri, file.statusCode]).toEqual([screen.uri, 403])
    }
  })

  it('finds nothing by the id of a foreign record', async () => {
    for (const screen of screensOf(merchant)) {
      const [foreign] = await foreignRows(merchant, screen)
      if (!foreign) continue
      const { get, history, children } = screen.api
      for (const call of [get, history]) {
        const answer = await sendCall(merchant, call, { id: foreign.id })
        expect([screen.uri, call.path, answer.statusCode]).toEqual([screen.uri, call.path, 404])
      }
      for (const child of Object.keys(screen.children)) {
        const answer = await sendCall(merchant, children, { id: foreign.id, child })
        expect([screen.uri, child, answer.statusCode]).toEqual([screen.uri, child, 404])
      }
    }
  })

  it('hears of the number of a foreign record what it hears of one that never was', async () => {
    const asked: string[] = []
    for (const screen of screensOf(merchant).filter((one) => one.entity.address !== 'id')) {
      const byKey = async (session: TestSession, key: unknown) => {
        const { statusCode, body } = await session.get(`${keyCall(screen.api.get).path}?${new URLSearchParams({ key: String(key) })}`)
        return { statusCode, body }
      }
      const [foreign] = await foreignRows(merchant, screen)
      const [mine] = await rowsOf(merchant, screen)
      if (!foreign || !mine) continue
      asked.push(screen.uri)
      expect([screen.uri, (await byKey(merchant, mine[screen.entity.address])).statusCode]).toEqual([screen.uri, 200])
      expect([screen.uri, (await byKey(auditor, foreign[screen.entity.address])).statusCode]).toEqual([screen.uri, 200])
      const refusal = await byKey(merchant, foreign[screen.entity.address])
      expect([screen.uri, refusal]).toEqual([screen.uri, await byKey(merchant, 'NEVER-WAS-99')])
      expect(refusal.statusCode).toBe(404)
    }
    expect(asked).toContain('/_company/retail_store')
  })

  it('a merchant cannot write a foreign record by any call', async () => {
    for (const { screen, verb, call } of documentCalls(server)) {
      if (call.method === 'GET' || verb === 'list') continue
      const [foreign] = await foreignRows(merchant, screen).catch(() => rowsOf(auditor, screen))
      if (!foreign) continue
      const path = verb === 'delete' ? `${call.path}?rowVersion=${foreign.rowVersion}` : call.path
      const body = { rowVersion: foreign.rowVersion, ids: [foreign.id] }
      const answer = await sendCall(merchant, { ...call, path }, { id: foreign.id }, body)
      expect([screen.uri, verb, [403, 404].includes(answer.statusCode)]).toEqual([screen.uri, verb, true])
    }
    for (const screen of screensOf(merchant)) {
      for (const action of Object.values(screen.actions)) {
        if (action.kind !== 'transition' && action.kind !== 'request') continue
        // 試算 is about no record: `activityTrial.test.ts` tries it with another company.
        if (!action.call.path.includes('{id}')) continue
        const [foreign] = await foreignRows(merchant, screen)
        const answer = await sendCall(merchant, action.call, { id: foreign?.id ?? 1 }, { rowVersion: foreign?.rowVersion ?? 1 })
        expect([screen.uri, action.name, [403, 404].includes(answer.statusCode)]).toEqual([screen.uri, action.name, true])
      }
    }
  })
})

describe('the parent of a group', () => {
  it('reads the rows of its members, and nothing of others', async () => {
    const companies = server.app.documents.screen('/_company/company_details') as ResolvedScreen
    const readable = (await rowsOf(parent, companies)).map((row) => String(row.companyNo))
    expect(readable.length).toBeGreaterThan(1)
    for (const screen of screensOf(parent)) {
      const scope = scopeOf(screen) ?? ''
      for (const row of await rowsOf(parent, screen)) expect(readable, screen.uri).toContain(row[scope])
      const foreign = (await foreignRows(parent, screen)).find((row) => !readable.includes(String(row[scope])))
      if (foreign) expect([screen.uri, (await sendCall(parent, screen.api.get, { id: foreign.id })).statusCode]).toEqual([screen.uri, 404])
    }
  })
})

/** Calls of the portal are about the user's own corporate member, which a merchant user does not have. */
const ofMembers = Object.keys(signedInRoutes).filter((name) => name.includes(' /api/portal/'))

async function isRefused(name: string): Promise<void> {
  const [method, path] = name.split(' ') as [Method, string]
  const answer = await sendCall(merchant, { method, path })
  // The shape of a body is checked before the permission of its sender.
  const refusals = method === 'GET' ? [403] : [400, 403]
  expect([name, refusals.includes(answer.statusCode)]).toEqual([name, true])
}

/** Calls of code that a merchant may make, and how another merchant's data would look in each. */
const throughCode: Readonly<Record<string, () => Promise<void>>> = {
  ...Object.fromEntries(ofMembers.map((name) => [name, () => isRefused(name)])),
  'GET /api/dashboards': async () => {
    const offered = (await merchant.get('/api/dashboards')).json<{ choices: { name: string }[] }>()
    expect(offered.choices.map(({ name }) => name)).toEqual(['merchant'])
    expect((await merchant.get('/api/dashboards?name=finance')).json<{ dashboard: { name: string } }>().dashboard.name).toBe('merchant')
  },
  'GET /api/dashboards/:name/tiles/:id': async () => {
    const [tile] = (await auditor.get('/api/dashboards')).json<{ dashboard: { name: string; tiles: { id: string }[] } }>().dashboard.tiles
    expect((await auditor.get(`/api/dashboards/audit/tiles/${tile?.id}`)).statusCode).toBe(200)
    expect((await merchant.get(`/api/dashboards/audit/tiles/${tile?.id}`)).statusCode).toBe(404)
  },
  'POST /api/activity/activity/trial': async () => {
    const sale = { companyNo: 'C000102', retailStoreNo: 'C0001020001', businessAt: new Date().toISOString(), amount: 1000 }
    const answer = await merchant.post('/api/activity/activity/trial', sale)
    expect([answer.statusCode, answer.json()]).toEqual([400, { companyNo: expect.any(String) }])
  },
  'GET /api/account/retail_store/reward_point_name': async () => {
    const path = '/api/account/retail_store/reward_point_name?companyNo='
    const rewards = await rowsOf(auditor, server.app.documents.screen('/_company/reward_point') as ResolvedScreen)
    const other = rewards.find((row) => row.companyNo !== own && row.status === '3')
    expect(other).toBeDefined()
    expect((await merchant.get(`${path}${other?.companyNo}`)).json()).toEqual([])
    expect((await auditor.get(`${path}${other?.companyNo}`)).json()).not.toEqual([])
  },
  'PUT /api/shared/dictionary': async () => {
    const rewards = await rowsOf(auditor, server.app.documents.screen('/_company/reward_point') as ResolvedScreen)
    const ownRewards = new Set(rewards.filter((row) => row.companyNo === own).map((row) => String(row.id)))
    const isOwn: Readonly<Record<string, (key: string) => boolean>> = {
      Company: (key) => key === own,
      RetailStore: (key) => key.startsWith(own),
      RewardPoint: (key) => ownRewards.has(key),
      Payer: (key) => key === own,
    }
    for (const [parameter, isOwnKey] of Object.entries(isOwn)) {
      const keysFor = async (session: TestSession) => {
        const answer = await session.put('/api/shared/dictionary', { parameter, intArg: 3 })
        expect([parameter, answer.statusCode]).toEqual([parameter, 200])
        return answer.json<{ key: string }[]>().map((option) => option.key)
      }
      expect(
        (await keysFor(auditor)).filter((key) => !isOwnKey(key)),
        `${parameter} needs demo data of others`,
      ).not.toEqual([])
      expect([parameter, (await keysFor(merchant)).filter((key) => !isOwnKey(key))]).toEqual([parameter, []])
    }
  },
  'GET /api/shared/company_group': async () => {
    const all = (await auditor.get('/api/shared/company_group')).json<object[]>()
    expect((await merchant.get('/api/shared/company_group')).json<object[]>().length).toBeLessThan(all.length)
  },
  'POST /api/company/company_discount/:id/trial': () => hasNoTrialOfOthers('company_discount'),
  'POST /api/company/yearly_discount/:id/trial': () => hasNoTrialOfOthers('yearly_discount'),
  'GET /api/company/company_details/:id/pdf': async () => {
    const [foreign] = await foreignRows(merchant, server.app.documents.screen('/_company/company_details') as ResolvedScreen)
    expect((await merchant.get(`/api/company/company_details/${foreign?.id}/pdf`)).statusCode).toBe(404)
  },
  'GET /api/accounting/statements/:id/paper/pdf': () => hasNoPaperOfOthers('statements', 'pdf'),
  'GET /api/accounting/statements/:id/paper/xlsx': () => hasNoPaperOfOthers('statements', 'xlsx'),
  'GET /api/accounting/pay_as_you_go_statements/:id/paper/pdf': () => hasNoPaperOfOthers('pay_as_you_go_statements', 'pdf'),
  'GET /api/accounting/pay_as_you_go_statements/:id/paper/xlsx': () => hasNoPaperOfOthers('pay_as_you_go_statements', 'xlsx'),
  'GET /api/shared/company_type': async () => expect((await merchant.get('/api/shared/company_type')).statusCode).toBe(200),
  'GET /api/noticeboard/announcements/:pageIndex/:pageSize': async () => {
    expect((await boardOf(merchant)).length).toBeGreaterThan(0)
  },
  'GET /api/noticeboard/announcements/:id': async () => {
    expect((await merchant.get(`/api/noticeboard/announcements/${await hiddenAnnouncement()}`)).statusCode).toBe(404)
  },
  'POST /api/noticeboard/announcements/:id/read': async () => {
    expect((await merchant.post(`/api/noticeboard/announcements/${await hiddenAnnouncement()}/read`, {})).statusCode).toBe(404)
  },
  'GET /api/noticeboard/todo': async () => expect((await merchant.get('/api/noticeboard/todo')).body).not.toMatch(/核准|審核/),
  'GET /api/noticeboard/notices/:pageIndex/:pageSize': async () => {
    await noticeOf('ops01')
    expect((await merchant.get('/api/noticeboard/notices/0/50')).json()).toMatchObject({ rows: [], totalCount: 0 })
  },
  'POST /api/noticeboard/notices/:id/read': async () => {
    expect((await merchant.post(`/api/noticeboard/notices/${await noticeOf('ops01')}/read`, {})).statusCode).toBe(404)
  },
  'POST /api/noticeboard/notices/read': async () => {
    const id = await noticeOf('ops01')
    expect((await merchant.post('/api/noticeboard/notices/read', { until: id })).statusCode).toBe(204)
    const { rows } = await sql<{ readAt: Date | null }>`select read_at from notice where id = ${id}`.execute(server.app.db)
    expect(rows).toEqual([{ readAt: null }])
  },
  'GET /api/noticeboard/files': async () => expect((await merchant.get('/api/noticeboard/files')).json()).toEqual([]),
  'GET /api/noticeboard/files/:id': async () => {
    const path = `/api/noticeboard/files/${await exportFileOf(auditor)}`
    expect((await auditor.get(path)).statusCode).toBe(200)
    expect((await merchant.get(path)).statusCode).toBe(404)
  },
  'GET /api/subscriptions': async () => {
    await subscribe(auditor)
    expect((await merchant.get('/api/subscriptions')).json()).toMatchObject({ rows: [] })
  },
  'POST /api/subscriptions': async () => {
    expect((await merchant.post('/api/subscriptions', { ...storesByMail, uri: '/_company/companies' })).statusCode).toBe(403)
    const foreign = (await filesByMail(auditor)).join()
    const mine = (await filesByMail(merchant)).join()
    const others = (await foreignRows(merchant, server.app.documents.screen('/_company/retail_store') as ResolvedScreen)).map(
      ({ retailStoreNo }) => String(retailStoreNo),
    )
    expect(others.filter((no) => foreign.includes(no))).toEqual(others)
    expect([others.length > 0, others.filter((no) => mine.includes(no)), mine.length > 100]).toEqual([true, [], true])
  },
  'PUT /api/subscriptions/:id': async () => {
    const { uri: _uri, ...rest } = storesByMail
    const answer = await merchant.put(`/api/subscriptions/${await subscribe(auditor)}`, { ...rest, rowVersion: 0 })
    expect(answer.statusCode).toBe(404)
  },
  'DELETE /api/subscriptions/:id': async () => {
    expect((await merchant.delete(`/api/subscriptions/${await subscribe(auditor)}`)).statusCode).toBe(404)
  },
  'POST /api/subscriptions/:id/send': async () => {
    expect((await merchant.post(`/api/subscriptions/${await subscribe(auditor)}/send`)).statusCode).toBe(404)
  },
  'PUT /api/account/users/updatepassword/:id': async () => {
    const answer = await merchant.put('/api/account/users/updatepassword/1', { newPassword: 'Aa1!aaaaaaaaaa' })
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([403, 'M12'])
  },
  'GET /api/account/users/me/functions': async () => {
    const menu = (await merchant.get('/api/account/users/me/functions')).body
    expect(menu).toContain('/_company/company_details')
    expect(menu).not.toContain('/_company/companies')
  },
  // Returns nothing, and writes a log row under the merchant's own name.
  'POST /api/screens/:group/:name/printed': async () => {
    expect((await merchant.post('/api/screens/_company/companies/printed', { count: 1 })).statusCode).toBe(403)
    const answer = await merchant.post('/api/screens/_company/retail_store/printed', { count: 8 })
    expect([answer.statusCode, answer.body]).toEqual([200, '{}'])
    const { rows } = await sql<{ userName: string; companyNo: string }>`
      select user_name, company_no from user_action_log where action = '列印門市維護 8 筆'`.execute(server.database.db)
    expect(rows).toEqual([{ userName: 'mer01', companyNo: own }])
  },
  'GET /api/screens/:group/:name': async () => expect((await merchant.get('/api/screens/_company/companies')).statusCode).toBe(403),
  'GET /api/screens/:group/:name/opening': async () => {
    expect((await merchant.get('/api/screens/_company/companies/opening')).statusCode).toBe(403)
    const { dictionaries } = (await merchant.get('/api/screens/_company/retail_store/opening')).json<{
      dictionaries: OpeningDictionary[]
    }>()
    expect(dictionaries.map(({ name }) => name)).toContain('Company')
    for (const { name, options, ...args } of dictionaries) {
      const asked = await merchant.put('/api/shared/dictionary', { parameter: name, ...args })
      expect([name, options]).toEqual([name, asked.json()])
    }
  },
  'GET /api/screens/:group/:name/preferences': async () =>
    expect((await merchant.get('/api/screens/_company/retail_store/preferences')).json()).toEqual({
      shared: [],
      roles: [expect.anything()],
    }),
  'PUT /api/screens/:group/:name/preferences': async () => {
    const view = { id: 'v', name: '本店', query: '', sharedWith: (merchant.claims.role as string[])[0] }
    await merchant.put('/api/screens/_company/retail_store/preferences', { version: 2, columns: [], views: [view] })
    expect((await parent.get('/api/screens/_company/retail_store/preferences')).json()).toEqual({ shared: [], roles: [expect.anything()] })
  },
  'POST /api/account/user_action_log': async () => {
    const answer = await merchant.post('/api/account/user_action_log', { action: '門市維護', userActionType: 1, companyNo: 'C000102' })
    expect(answer.statusCode).toBe(400)
  },
  // An event stream; its content depends only on the permissions of the user, see liveDocuments.
  'GET /api/screens/events': async () => undefined,
}

const storesByMail = {
  ...{ uri: '/_company/retail_store', title: '門市', query: '', contents: 'rows', group: null, format: 'csv', range: null },
  ...{ every: 'day', day: 1, hour: 8, skipsEmpty: false, isEnabled: true },
}

async function subscribe(session: TestSession): Promise<number> {
  const made = await session.post('/api/subscriptions', storesByMail)
  expect(made.statusCode).toBe(201)
  return made.json<{ id: number }>().id
}

/** The files that a user gets of the stores. */
async function filesByMail(session: TestSession): Promise<readonly string[]> {
  const id = await subscribe(session)
  const { db } = server.database
  await sql`delete from subscription where id <> ${id}`.execute(db)
  await sql`delete from mail_outbox`.execute(db)
  await sql`update subscription set next_at = now() - interval '1 second'`.execute(db)
  await sendDue(server.app, db, new AbortController().signal)
  const { rows } = await sql<{
    to: string
    subject: string
    sealed: string
  }>`select recipient as "to", subject, sealed from mail_outbox`.execute(db)
  return rows.flatMap(({ sealed, ...envelope }) =>
    (openMail(deriveMailKey(server.app.secrets), envelope, sealed).files ?? []).map(({ base64 }) =>
      Buffer.from(base64, 'base64').toString('utf8'),
    ),
  )
}

/** A number without a period, because the demo data has no periods of others here. */
async function hasNoPaperOfOthers(name: string, kind: string): Promise<void> {
  const [foreign] = await foreignRows(merchant, server.app.documents.screen(`/_accounting/${name}`) as ResolvedScreen)
  expect((await merchant.get(`/api/accounting/${name}/${foreign?.id ?? 1}/paper/${kind}`)).statusCode).toBe(404)
}

async function hasNoTrialOfOthers(name: string): Promise<void> {
  const [foreign] = await foreignRows(merchant, server.app.documents.screen(`/_company/${name}`) as ResolvedScreen)
  const trial = `/api/company/${name}/${foreign?.id}/trial`
  expect((await auditor.post(trial, { points: 100, groupPoints: 100 })).statusCode).toBe(200)
  expect((await merchant.post(trial, { points: 100, groupPoints: 100 })).statusCode).toBe(404)
}

/** A finished export of this user, of a kind that merchants may request. */
async function exportFileOf(session: TestSession): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into export_file (user_id, permission, file_name, state, total_count, created_at, expires_at)
    values (${Number(session.claims.sub)}, 'company.retail_store.export', 'stores.zip', 'done', 1, now(), now() + interval '1 day')
    returning id`.execute(server.database.db)
  const id = rows[0]?.id ?? 0
  await sql`insert into export_file_chunk (file_id, position, data) values (${id}, 0, ${Buffer.from('rows')})`.execute(server.database.db)
  return id
}

async function boardOf(session: TestSession): Promise<readonly Row[]> {
  return (await session.get('/api/noticeboard/announcements/0/100')).json<{ rows: Row[] }>().rows
}

/** A notice of somebody else. */
async function noticeOf(userName: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into notice (user_name, entity, record_id, title, address, created_at)
    values (${userName}, 'loan', 1, '通知', '/_example/loans', now()) returning id`.execute(server.app.db)
  return rows[0]?.id ?? 0
}

async function hiddenAnnouncement(): Promise<number> {
  const visible = new Set((await boardOf(merchant)).map((row) => row.id))
  const all = await rowsOf(auditor, server.app.documents.screen('/_announcement/announcements') as ResolvedScreen)
  const hidden = all.find((row) => !visible.has(row.id))
  if (!hidden) throw new Error('the demo data needs an announcement that mer01 may not see')
  return hidden.id
}

describe('a call of code', () => {
  it('a call of code is in the list above when a merchant may send it', () => {
    const permissions = permissionsOf(merchant)
    const open = codeRoutes(server).filter(({ permission }) => {
      const wanted = [permission].flat()
      return wanted.includes('signedIn') || wanted.some((one) => permissions.has(one))
    })
    const names = open.map(({ method, url }) => `${method as Method} ${url}`)
    expect(Object.keys(throughCode).sort()).toEqual(names.sort())
  })

  it.each(Object.entries(throughCode))('%s tells a merchant nothing about others', (_name, prove) => prove())
})
