import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Entity } from '../../src/language/documents/entity.ts'
import { namedHooks } from '../../src/language/impact/namedHooks.ts'
import type { StoredImpact } from '../../src/language/impact/storedImpacts.ts'
import { findStoredImpact, readInstallation } from '../../src/server/screens/impact/installation.ts'
import { findBrokenQueries } from '../../src/server/screens/impact/keptQueries.ts'
import { findUnknownHooks } from '../../src/server/screens/impact/unknownHooks.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ demo: true })
})
afterAll(() => server.close())

it('counts the users of each role, and knows what a role is granted now', async () => {
  const { db } = server.database
  await sql`update app_role set permissions = '["company.retail_store.view"]'::jsonb where role_code = 'MKT'`.execute(db)
  await sql`update app_role set is_enabled = false where role_code = 'AUD'`.execute(db)
  await sql`update app_user set status = '0', is_enabled = false where user_name = 'ops02'`.execute(db)
  const { roles, users } = await readInstallation(db)
  const codes = roles.map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(['FIN', 'MER', 'MKT', 'OPS']))
  expect(codes).not.toContain('AUD')
  expect([...(roles.find(({ code }) => code === 'MKT')?.permissions ?? [])]).toEqual(['company.retail_store.view'])
  expect(roles.filter(({ isScoped }) => isScoped).map(({ code }) => code)).toEqual(['MER'])
  expect([users.get('OPS'), users.get('FIN'), users.get('MER')]).toEqual([1, 2, 2])
})

it('counts the stored records with a value that goes, and those without one that is needed', async () => {
  const { db } = server.database
  const bodies = [{ no: '1', note: '甲' }, { no: '2', note: '很'.repeat(60) }, { no: '3' }, { no: '4', note: null }]
  for (const body of bodies) {
    await sql`insert into record_document (entity, body, created_by, updated_by) values ('impactNote', ${JSON.stringify(body)}::jsonb, 'x', 'x')`.execute(
      db,
    )
  }
  const of = (field: string, change: StoredImpact['change']) => ({ entity: 'impactNote', field, change })
  expect(await findStoredImpact(db, [of('note', 'gone'), of('note', 'required'), of('no', 'required'), of('other', 'gone')])).toEqual([
    { ...of('note', 'gone'), count: 2, example: expect.stringMatching(/^(甲|很{40})$/) },
    { ...of('note', 'required'), count: 2, example: '' },
  ])
  const renamed = { ...of('text', 'renamed'), former: 'note' }
  expect(await findStoredImpact(db, [renamed, of('no', 'converted')])).toEqual([
    { ...renamed, count: 2, example: '' },
    { ...of('no', 'converted'), count: 4, example: '' },
  ])
})

it('names the addresses of other systems that a change tells of, and that nobody has switched on', async () => {
  const { db } = server.database
  const before = server.app.documents.current()
  const entity = before.entities.get('announcement') ?? expect.fail('there is no such entity')
  const notify = { title: '下架', to: ['assets', 'gone', 'assets'].map((webhook) => ({ webhook })) }
  const label = { label: '下架', field: 'status', from: ['2'], to: '3', permission: 'edit' }
  const told: Entity = { ...entity, transitions: { ...entity.transitions, tell: { ...label, notify } } }
  const after = { ...before, entities: new Map([...before.entities, [entity.name, told]]) }
  const named = namedHooks(before, after)
  expect(named).toEqual(['assets', 'gone'].map((hookName) => ({ entity: 'announcement', hookName })))
  expect(namedHooks(after, after)).toEqual([])
  await sql`insert into webhook (hook_name, title, url, secret, status) values
    ('assets', 'x', 'https://example.com/', '****', '1'), ('gone', 'x', 'https://example.com/', '****', '0')`.execute(db)
  expect(await findUnknownHooks(db, named)).toEqual([{ entity: 'announcement', hookName: 'gone' }])
})

it('counts the saved views and subscriptions that a change breaks, not those that go along with a new name', async () => {
  const { db } = server.database
  const before = server.app.documents.current()
  const uri = '/_company/retail_store'
  const was = before.screens.get(uri) ?? expect.fail('there is no such screen')
  const view = (id: string, query: string) => ({ id, name: id, query })
  const kept = [view('a', 'status=1'), view('b', 'status=2&any=storeName%3Dx'), view('c', ''), view('d', 'gone=1')]
  await sql`insert into user_preference (user_id, uri, body)
    select id, ${uri}, ${JSON.stringify({ version: 2, columns: [], views: kept })}::jsonb from app_user where user_name in ('ops01', 'fm01')`.execute(
    db,
  )
  await sql`insert into subscription (user_id, uri, title, query, contents, format, every, on_day, at_hour, skips_empty, is_enabled, next_at, created_at)
    select id, ${uri}, 'x', 'status=1', 'rows', 'csv', 'day', 1, 8, false, true, now(), now() from app_user where user_name = 'ops01'`.execute(
    db,
  )
  const withList = (filters: typeof was.list.filters) => ({
    ...before,
    screens: new Map([...before.screens, [uri, { ...was, list: { ...was.list, filters } }]]),
  })
  const withoutStatus = withList(was.list.filters.filter(({ field }) => field !== 'status'))
  expect(await findBrokenQueries(db, before, withoutStatus)).toEqual([
    { uri, kind: 'view', count: 4, people: 2 },
    { uri, kind: 'subscription', count: 1, people: 1 },
  ])
  const withoutName = withList(was.list.filters.filter(({ field }) => field !== 'storeName'))
  expect(await findBrokenQueries(db, before, withoutName)).toEqual([{ uri, kind: 'view', count: 2, people: 2 }])
  expect(await findBrokenQueries(db, before, withList([...was.list.filters].reverse()))).toEqual([])
  const withoutScreen = { ...before, screens: new Map([...before.screens].filter(([each]) => each !== uri)) }
  expect((await findBrokenQueries(db, before, withoutScreen))[0]).toMatchObject({ kind: 'view', count: 6 })
  // A renamed field is renamed in what users keep, before or after the change was taken.
  const entity = before.entities.get(was.entity.name) ?? expect.fail('there is no such entity')
  const { status, ...others } = entity.properties
  const properties = { ...others, state: { ...status, title: '狀態', type: 'string' as const, renamedFrom: 'status' } }
  const renamedList = withList(was.list.filters.map((filter) => (filter.field === 'status' ? { ...filter, field: 'state' } : filter)))
  const renamed = { ...renamedList, entities: new Map([...before.entities, [entity.name, { ...entity, properties }]]) }
  expect(await findBrokenQueries(db, before, renamed)).toEqual([])
  await sql`update user_preference set body = replace(body::text, 'status=', 'state=')::jsonb where uri = ${uri}`.execute(db)
  await sql`update subscription set query = 'state=1'`.execute(db)
  expect(await findBrokenQueries(db, before, renamed)).toEqual([])
})
