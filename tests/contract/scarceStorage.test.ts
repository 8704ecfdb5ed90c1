import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/server/platform/config.ts'
import { openDatabase } from '../../src/server/platform/database/open.ts'
import { shortageOf } from '../../src/server/platform/database/shortage.ts'
import { interactively, untimed } from '../../src/server/platform/database/workKind.ts'
import { companyNo, openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'
import { hasRaces, startTestServer, type TestServer } from '../support/testServer.ts'
import { postPassword, postRefresh, signIn, type TestSession } from './identitySession.ts'
import { documentCalls, fill, permissionsOf } from './routeWalk.ts'

const mb = 1024 * 1024
let server: TestServer
let session: TestSession
let reader: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  session = await signIn(server, 'admin')
  reader = await signIn(server, 'aud01')
})
afterAll(() => server.close())
afterEach(() => server.app.storage.noteFreeBytes(1000 * mb))

const addRole = (name: string) =>
  session.post('/api/account/roles', {
    roleCode: name,
    roleName: name,
    userType: '1',
    permissions: ['authority.roles.view'],
    isEnabled: true,
  })

describe('with less than 128 MB left', () => {
  it('refuses writes in words, reads on, and writes as soon as there is space', async () => {
    server.app.storage.noteFreeBytes(127 * mb)
    const refused = await addRole('SCARCE')
    expect([refused.statusCode, refused.headers['retry-after'], refused.body]).toEqual([
      503,
      '5',
      expect.stringMatching(/儲存空間不足.*查詢不受影響/),
    ])
    expect((await server.inject('/readyz')).json()).toEqual({ status: 'read-only', reason: 'no space to write' })
    server.app.storage.noteFreeBytes(128 * mb)
    expect((await addRole('SCARCE')).statusCode).toBe(201)
    expect((await server.inject('/readyz')).json()).toEqual({ status: 'ok' })
  })

  it('draws every list', async () => {
    server.app.storage.noteFreeBytes(100 * mb)
    const mine = permissionsOf(reader)
    const lists = documentCalls(server).filter(({ verb, permission }) => verb === 'list' && permission !== null && mine.has(permission))
    expect(lists.length).toBeGreaterThan(20)
    const answers = await Promise.all(lists.map(async ({ call }) => [call.path, (await reader.get(fill(call.path))).statusCode] as const))
    // Lists that need a filter, or a record, say so; none refuses for lack of space.
    expect(answers.filter(([, status]) => status >= 500)).toEqual([])
    expect(answers.filter(([, status]) => status === 200).length).toBeGreaterThan(20)
  })

  it('lets people in and keeps them in', async () => {
    server.app.storage.noteFreeBytes(100 * mb)
    const signedIn = await postPassword(server, 'ops01', 'Demo!2025ops01')
    expect(signedIn.statusCode).toBe(200)
    expect((await postRefresh(server, signedIn.json<{ refresh_token: string }>().refresh_token)).statusCode).toBe(200)
    expect((await session.post('/api/account/user_action_log', { action: '角色', userActionType: 2 })).statusCode).toBe(200)
  })

  it('keeps jobs and rows of the log waiting, and loses neither', async () => {
    const { app } = server
    let runs = 0
    app.jobs.register('test.waits', {
      run: async () => {
        runs += 1
      },
    })
    await app.jobs.enqueue(app.db, 'test.waits')
    app.storage.noteFreeBytes(100 * mb)
    await app.jobs.runDue().catch(() => undefined)
    await addRole('LOGGED')
    await app.activity.flush()
    expect(runs).toBe(0)
    app.storage.noteFreeBytes(1000 * mb)
    await app.jobs.runDue()
    await app.activity.flush()
    expect(runs).toBe(1)
    const rows = app.db.selectFrom('activityLog').select('id').where('path', '=', '/api/account/roles').where('statusCode', '=', 503)
    expect((await rows.execute()).length).toBeGreaterThan(0)
  })
})

describe('with nearly nothing left', () => {
  it('writes nothing at all', async () => {
    server.app.storage.noteFreeBytes(10 * mb)
    expect((await postPassword(server, 'ops01', 'Demo!2025ops01')).statusCode).toBe(503)
    expect((await reader.get('/api/company/company_details/0/5')).statusCode).toBe(200)
  })

  it('asks a database that had no space again after a moment', async () => {
    server.app.storage.noteRefusal()
    expect((await addRole('RESTED')).statusCode).toBe(503)
    for (let round = 0; round < 600 && !server.app.storage.isWritable; round += 1) await sleep(100)
    expect((await addRole('RESTED')).statusCode).toBe(201)
  })

  it('believes what the database says of its disk', async () => {
    await expect(sql`do $$ begin raise exception 'no space' using errcode = '53100'; end $$`.execute(server.app.db)).rejects.toThrow(
      'no space',
    )
    expect(server.app.storage.level).toBe('full')
    for (let round = 0; round < 600 && !server.app.storage.isWritable; round += 1) await sleep(100)
    expect(server.app.storage.isWritable).toBe(true)
  })
})

describe('partners', () => {
  let world: PartnerWorld
  beforeAll(async () => {
    world = await openPartnerWorld({ members: 2 })
  })
  afterAll(() => world.close())

  it('partners are told in their own protocol to send the same again later, and lose nothing', async () => {
    const client = await world.addClient({ companyNos: [companyNo] })
    const content = world.common({ member: { memberNo: world.members[0] }, amount: 100 })
    world.server.app.storage.noteFreeBytes(100 * mb)
    const refused = await client.call('points/issue', content)
    expect([refused.status, refused.body.code]).toEqual([503, 'E1900'])
    world.server.app.storage.noteFreeBytes(1000 * mb)
    expect((await client.call('points/issue', content)).body.code).toBe('0000')
  })
})

describe.runIf(hasRaces())('statements on a server', () => {
  it('statements on a server end after 10 s where somebody waits, and are told as a shortage', async () => {
    const { rows } = await sql<{ name: string; port: number }>`select current_database() as name, inet_server_port() as port`.execute(
      server.database.db,
    )
    const url = `postgres://postgres@127.0.0.1:${rows[0]?.port}/${rows[0]?.name}`
    const opened = await openDatabase(readConfig({ NODE_ENV: 'test', DATABASE_URL: url, DATABASE_POOL_SIZE: '2' }))
    const limit = async () =>
      (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(opened.db)).rows[0]?.limit
    expect(await interactively(limit)).toBe('10s')
    expect(await limit()).toBe('0')
    expect(await interactively(() => untimed(limit))).toBe('0')
    expect(await interactively(limit)).toBe('10s')
    const slow = opened.db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 20`.execute(trx)
      await sql`select pg_sleep(60)`.execute(trx)
    })
    await expect(slow.catch((error: unknown) => shortageOf(error))).resolves.toBe('time')
    await opened.close()
  })
})
