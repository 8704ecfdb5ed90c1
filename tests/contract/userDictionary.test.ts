import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userType } from '../../src/rules/codes.generated.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import type { TestSession } from './identitySession.ts'
import { signInAs, signInWith } from './staffUser.ts'

// Whoever looks after a record is chosen among colleagues: the example of leads, which a lead's editors look after.

const schemas = mkdtempSync(join(tmpdir(), 'user-dictionary-'))
const leads = '/api/example/leads'
let server: TestServer
let editor: TestSession
let outsider: TestSession

interface Option {
  readonly key: string
  readonly value: string
  readonly ended?: boolean
}

async function offered(session: TestSession, strArg?: string): Promise<readonly Option[]> {
  const answer = await session.put('/api/shared/dictionary', { parameter: 'User', ...(strArg !== undefined && { strArg }) })
  expect(answer.statusCode).toBe(200)
  return answer.json<readonly Option[]>()
}
const chosenFrom = (options: readonly Option[]) => options.filter(({ ended }) => !ended).map(({ key }) => key)
const named = (options: readonly Option[], key: string) => options.find((one) => one.key === key)

async function addUser(
  userName: string,
  changes: { fullName: string; role?: string; companyNo?: string; isEnabled?: boolean },
): Promise<void> {
  const { fullName, role, companyNo = null, isEnabled = true } = changes
  const roles = JSON.stringify(role === undefined ? [] : [role])
  await sql`insert into app_user (user_name, full_name, email, user_type, company_no, roles, status, is_enabled)
    values (${userName}, ${fullName}, ${`${userName}@example.com`}, ${companyNo === null ? '1' : '2'}, ${companyNo}, ${roles}::jsonb,
      ${isEnabled ? '1' : '0'}, ${isEnabled})`.execute(server.database.db)
}

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  cpSync(join(projectRoot, 'tests/screens/examples/choices'), schemas, { recursive: true })
  rmSync(join(schemas, 'rows.json'))
  server = await startTestServer({ demo: true, environment: { SCHEMAS_DIR: schemas } })
  const verbs = ['view', 'create', 'edit'].map((verb) => `example.leads.${verb}`)
  editor = await signInWith(server, 'LEADEDIT', verbs)
  outsider = await signInWith(server, 'LEADNONE', ['company.companies.view'])
  await addUser('lead.gone', { fullName: '前同事', role: 'LEADEDIT', isEnabled: false })
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true })
})

const lead = (leadNo: string, changes: object) => editor.post(leads, { leadNo, leadName: '早餐店', stage: '1', ...changes })

describe('the dictionary of colleagues', () => {
  it('staff are offered staff by name, and whoever shares a name with another is told apart by the account', async () => {
    const options = await offered(editor)
    expect(named(options, 'ops01')).toEqual({ key: 'ops01', value: '陳怡君' })
    expect(named(options, 'leadedit77')?.value).toBe('王小明（leadedit77）')
    expect(named(options, 'lead.gone')).toEqual({ key: 'lead.gone', value: '前同事（已停用）', ended: true })
    const { rows } = await sql<{ userType: string; userName: string }>`select user_type, user_name from app_user`.execute(
      server.database.db,
    )
    const strangers = rows.filter(({ userType }) => userType !== '1').map(({ userName }) => userName)
    expect(strangers.length).toBeGreaterThan(2)
    expect(options.map(({ key }) => key).filter((key) => strangers.includes(key))).toEqual([])
  })

  it('a merchant is offered the users of the own company alone, and a corporate member nobody', async () => {
    await addUser('mer.first', { fullName: '店長', companyNo: 'C000101' })
    await addUser('mer.other', { fullName: '店長', companyNo: 'C000102' })
    await sql`insert into app_role (role_code, role_name, user_type, permissions, is_system, is_enabled, created_by)
      values ('LEADMER', 'LEADMER', '2', '["example.leads.view"]'::jsonb, false, true, '系統')`.execute(server.database.db)
    const merchant = await signInAs(server, 'LEADMER', new Date(), 'C000101')
    const options = await offered(merchant)
    expect(named(options, 'mer.first')).toEqual({ key: 'mer.first', value: '店長' })
    const { rows } = await sql<{ userName: string }>`select user_name from app_user where company_no = 'C000101'`.execute(
      server.database.db,
    )
    expect(new Set(options.map(({ key }) => key))).toEqual(new Set(rows.map(({ userName }) => userName)))
    const member = { ...systemActor, id: 1, userType: userType.corporate, permissions: new Set(['example.leads.view']) }
    expect(await server.app.dictionaries.find('User', { db: server.database.db, actor: member })).toEqual([])
    expect(await server.app.dictionaries.labels('User', server.database.db, ['ops01'], member)).toEqual(new Map())
  })

  it('only who has the permission can be chosen, the others are still named', async () => {
    const options = await offered(editor, 'example.leads.edit')
    expect(chosenFrom(options)).toEqual(['leadedit77'])
    expect(named(options, 'ops01')).toEqual({ key: 'ops01', value: '陳怡君', ended: true })
  })

  it('nobody learns who has a permission of a screen with which they have nothing to do', async () => {
    for (const permission of ['authority.users.edit', 'no.such.permission', 'edit', '.', '']) {
      const options = await offered(editor, permission)
      expect([permission, chosenFrom(options), named(options, 'admin')?.value]).toEqual([permission, [], '系統管理員'])
    }
  })

  it('accounts are told only to whom a screen that names colleagues is granted', async () => {
    expect(await offered(outsider)).toEqual([])
    expect(await offered(outsider, 'example.leads.edit')).toEqual([])
    expect(await offered(outsider, 'company.companies.view')).toEqual([])
  })

  it('a record takes a colleague who may look after it, and keeps one who may not any more', async () => {
    expect((await lead('P1', { owner: 'leadedit77' })).json()).toMatchObject({ owner: 'leadedit77' })
    const others = ['ops01', 'lead.gone', 'nobody', 'mer01']
    const refused = await Promise.all(
      others.map(async (owner, place) => (await lead(`P2${place}`, { owner })).json<{ owner: string }>().owner),
    )
    expect(refused).toEqual([
      '負責人員「陳怡君」不可再選用，請改選其他項目',
      '負責人員「前同事（已停用）」不可再選用，請改選其他項目',
      ...['nobody', 'mer01'].map(() => expect.stringContaining('負責人員')),
    ])
    const { id, rowVersion } = (await lead('P3', { owner: 'leadedit77' })).json<{ id: number; rowVersion: number }>()
    await sql`update record_document set body = body || '{"owner": "lead.gone"}' where id = ${id}`.execute(server.database.db)
    const kept = await editor.put(`${leads}/${id}`, { rowVersion, leadName: '改名', owner: 'lead.gone' })
    expect([kept.statusCode, kept.json<object>()]).toEqual([200, expect.objectContaining({ leadName: '改名', owner: 'lead.gone' })])
  })

  it('a record starts with whoever creates it, if they may look after it, and one that is sent without anybody has nobody', async () => {
    expect((await lead('M1', {})).json()).toMatchObject({ owner: 'leadedit77' })
    expect((await lead('M2', { owner: null })).json<{ owner?: unknown }>().owner ?? null).toBeNull()
    const writer = await signInWith(
      server,
      'LEADNEW',
      ['view', 'create'].map((verb) => `example.leads.${verb}`),
    )
    const created = await writer.post(leads, { leadNo: 'M3', leadName: '早餐店', stage: '1' })
    expect([created.statusCode, created.json<{ owner?: unknown }>().owner ?? null]).toEqual([201, null])
  })

  it('the history of a record calls people by their names', async () => {
    await addUser('lead.next', { fullName: '林接手', role: 'LEADEDIT' })
    const { id, rowVersion } = (await lead('P4', { owner: 'leadedit77' })).json<{ id: number; rowVersion: number }>()
    expect((await editor.put(`${leads}/${id}`, { rowVersion, owner: 'lead.next' })).statusCode).toBe(200)
    const history = (await editor.get(`${leads}/${id}/history`)).body
    expect(history).toContain('林接手')
  })
})
