import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StoredImpact } from '../../src/language/impact/storedImpacts.ts'
import { findStoredImpact, readInstallation } from '../../src/server/screens/impact/installation.ts'
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
