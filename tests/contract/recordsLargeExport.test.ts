import { unzipSync } from 'fflate'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tidyExportFiles } from '../../src/server/records/export/exportFiles.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

let server: TestServer
let ops: TestSession
let now = new Date()

interface FileEntry {
  readonly id: number
  readonly fileName: string
  readonly path: string
  readonly state: string
  readonly totalCount: number
  readonly doneCount: number
}

beforeAll(async () => {
  server = await startTestServer({ demo: true, clock: { now: () => now } })
  ops = await signIn(server, 'ops01')
  await sql`update code_table set value = '3' where code = 'EXPORT.SYNC_LIMIT'`.execute(server.database.db)
})
afterAll(() => server.close())

const stores = '/api/company/retail_store'
const filesOf = async (session: TestSession) => (await session.get('/api/noticeboard/files')).json<FileEntry[]>()
/** A second later than the one before, so that the newest file is the first one. */
async function ask(session: TestSession): Promise<void> {
  now = new Date(now.getTime() + 1000)
  expect((await session.get(`${stores}/export`)).statusCode).toBe(202)
}
const countOf = async (url: string) => (await ops.get(`${stores}/0/1${url}`)).json<{ totalCount: number }>().totalCount

describe('an export above the limit', () => {
  it('an export above the limit is left to a job, whose file appears on the notice board of the asker', async () => {
    const totalCount = await countOf('')
    expect(totalCount).toBeGreaterThan(3)
    const answer = await ops.get(`${stores}/export`)
    expect([answer.statusCode, answer.json()]).toEqual([
      202,
      { fileId: expect.any(Number), totalCount, text: expect.stringContaining('公告欄') },
    ])
    expect(await filesOf(ops)).toMatchObject([{ state: 'waiting', totalCount, doneCount: 0 }])
    const { fileId } = answer.json<{ fileId: number }>()
    expect((await ops.get(`/api/noticeboard/files/${fileId}`)).statusCode).toBe(404)

    await server.app.jobs.runDue()
    const [file] = await filesOf(ops)
    expect(file).toMatchObject({
      id: fileId,
      state: 'done',
      doneCount: totalCount,
      fileName: expect.stringMatching(/^門市維護_\d{14}\.zip$/),
    })
    const download = await ops.get(file?.path ?? '')
    expect([download.statusCode, download.headers['content-type']]).toEqual([200, 'application/zip'])
    const [[name, bytes] = ['', new Uint8Array()]] = Object.entries(unzipSync(download.rawPayload))
    expect(name).toBe(file?.fileName.replace('.zip', '.csv'))
    const lines = Buffer.from(bytes).toString('utf8').trimEnd().split('\r\n')
    expect(lines[0]?.startsWith('\ufeff"門市代號"')).toBe(true)
    expect(lines).toHaveLength(totalCount + 1)
  })

  it('an export above the limit keeps the conditions of the list and the row rules of the asker', async () => {
    const merchant = await signIn(server, 'mer01')
    await sql`update code_table set value = '1' where code = 'EXPORT.SYNC_LIMIT'`.execute(server.database.db)
    const own = (await merchant.get(`${stores}/0/100?status=1`)).json<{ totalCount: number }>().totalCount
    expect(own).toBeGreaterThan(1)
    expect((await merchant.get(`${stores}/export?status=1`)).statusCode).toBe(202)
    await server.app.jobs.runDue()
    const [file] = await filesOf(merchant)
    expect(file).toMatchObject({ state: 'done', doneCount: own })
    expect((await ops.get(file?.path ?? '')).statusCode).toBe(404)
  })

  it('an export above the limit is sent at once below the limit', async () => {
    await sql`update code_table set value = '100000' where code = 'EXPORT.SYNC_LIMIT'`.execute(server.database.db)
    const answer = await ops.get(`${stores}/export?format=csv`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  })

  it('fails in sight, and is one at a time', async () => {
    await sql`update code_table set value = '3' where code = 'EXPORT.SYNC_LIMIT'`.execute(server.database.db)
    const statuses: number[] = []
    for (let index = 0; index < 3; index += 1) statuses.push((await ops.get(`${stores}/export`)).statusCode)
    expect(statuses).toEqual([202, 429, 429])
    await sql`update job set payload = jsonb_set(payload, '{uri}', '"/_gone/away"') where name = 'records.export' and status = 'waiting'`.execute(
      server.database.db,
    )
    await server.app.jobs.runDue()
    expect((await filesOf(ops)).filter((file) => file.state === 'failed')).toHaveLength(1)
  })

  it('an export above the limit is written with the rights that its asker has then, and fetched with those it was written with', async () => {
    const { db } = server.database
    await sql`update code_table set value = '1' where code = 'EXPORT.SYNC_LIMIT'`.execute(db)
    const asker = await signIn(server, 'ops02')
    const newest = async (session: TestSession) => (await filesOf(session))[0]
    const ofOperations = (change: RawBuilder<unknown>) =>
      sql`update app_role set permissions = ${change} where role_code = 'OPS'`.execute(db)
    const setStatus = (status: string) =>
      sql`update app_user set status = ${status}, is_enabled = ${status} = '1' where user_name = 'ops02'`.execute(db)
    const right = 'company.retail_store.export'

    await ask(asker)
    await setStatus('0')
    await server.app.jobs.runDue()
    await setStatus('1')
    const again = await signIn(server, 'ops02')
    expect(await newest(again)).toMatchObject({ state: 'failed', doneCount: 0 })

    await ask(again)
    await ofOperations(sql`permissions - ${right}`)
    await server.app.jobs.runDue()
    await ofOperations(sql`permissions || to_jsonb(${right}::text)`)
    expect(await newest(again)).toMatchObject({ state: 'failed', doneCount: 0 })

    await ask(again)
    await server.app.jobs.runDue()
    const path = (await newest(again))?.path ?? ''
    expect((await again.get(path)).statusCode).toBe(200)
    // What a field showed to this role then may be masked now, so that the file no longer is what its reader may see.
    await ofOperations(sql`permissions - 'company.companies.view'`)
    const changed = await signIn(server, 'ops02')
    const refused = await changed.get(path)
    expect([refused.statusCode, refused.body]).toEqual([403, '匯出後您的權限已變更，請重新匯出。'])
    await ofOperations(sql`permissions || to_jsonb('company.companies.view'::text)`)
    expect((await (await signIn(server, 'ops02')).get(path)).statusCode).toBe(200)
  })

  it('an export above the limit of a merchant has the companies that it may read when the file is written', async () => {
    const merchant = await signIn(server, 'mer01')
    await ask(merchant)
    const { rows } = await sql<{ companyNo: string; other: string }>`
      select u.company_no, (select company_no from company c where c.company_no <> u.company_no order by company_no limit 1) as other
      from app_user u where user_name = 'mer01'`.execute(server.database.db)
    const moveTo = (companyNo: string | undefined) =>
      sql`update app_user set company_no = ${companyNo}, user_version = user_version + 1 where user_name = 'mer01'`.execute(
        server.database.db,
      )
    await moveTo(rows[0]?.other)
    await server.app.jobs.runDue()
    const moved = await signIn(server, 'mer01')
    const own = (await moved.get(`${stores}/0/1`)).json<{ totalCount: number }>().totalCount
    const [file] = await filesOf(moved)
    expect(file).toMatchObject({ state: 'done', doneCount: own })
    await moveTo(rows[0]?.companyNo)
    expect((await (await signIn(server, 'mer01')).get(file?.path ?? '')).statusCode).toBe(403)
  })

  it('an export above the limit is offered for 24 hours', async () => {
    now = new Date(now.getTime() + 24 * 3_600_000)
    const session = await signIn(server, 'ops01')
    expect(await filesOf(session)).toEqual([])
    await tidyExportFiles(server.database.db, now)
    const { rows } = await sql`select 1 from export_file_chunk`.execute(server.database.db)
    expect(rows).toEqual([])
  })
})
