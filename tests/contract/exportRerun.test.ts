import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { taipeiDate } from '../../src/rules/dates.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

let server: TestServer
let operator: TestSession
let administrator: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  operator = await signIn(server, 'ops01')
  administrator = await signIn(server, 'admin')
  await sql`update code_table set value = '3' where code = 'EXPORT.SYNC_LIMIT'`.execute(server.database.db)
})
afterAll(() => server.close())

interface FileEntry {
  readonly id: number
  readonly state: string
  readonly path: string
  readonly totalCount: number
  readonly doneCount: number
}

async function fileOf(session: TestSession): Promise<FileEntry | undefined> {
  return (await session.get('/api/noticeboard/files')).json<FileEntry[]>()[0]
}

interface LogRow {
  readonly id: number
  readonly jobStatus: string
  readonly message: string
}

/** The row of 系統活動紀錄 that says that an export failed. */
async function failedRow(): Promise<LogRow | undefined> {
  await server.app.activity.flush()
  const today = taipeiDate(new Date())
  const search = encodeURIComponent('匯出檔案')
  const url = `/api/logs/activitylog/0/25?occurredAtFrom=${today}&occurredAtTo=${today}&logCategory=4&search=${search}`
  return (await administrator.get(url)).json<{ rows: LogRow[] }>().rows.find((row) => row.message === '匯出檔案 執行失敗')
}

it('a large export that failed half-way is run again from 系統活動紀錄, and its file is whole', async () => {
  const { db } = server.database
  expect((await operator.get('/api/company/retail_store/export')).statusCode).toBe(202)
  const waiting = await fileOf(operator)
  // Chunks that a failed first attempt left behind.
  await sql`insert into export_file_chunk (file_id, position, data) values (${waiting?.id}, 0, ${Buffer.from('half a file')})`.execute(db)
  const rename = (uri: string) =>
    sql`update job set payload = jsonb_set(payload, '{uri}', ${JSON.stringify(uri)}::jsonb) where name = 'records.export'`.execute(db)
  await rename('/_gone/away')
  await server.app.jobs.runDue()
  expect(await fileOf(operator)).toMatchObject({ id: waiting?.id, state: 'failed' })

  const row = await failedRow()
  expect(row?.jobStatus).toBe('failed')
  await rename('/_company/retail_store')
  expect((await administrator.post(`/api/logs/activitylog/${row?.id}/rerun`, {})).statusCode).toBe(200)
  await server.app.jobs.runDue()
  const done = await fileOf(operator)
  expect(done).toMatchObject({ id: waiting?.id, state: 'done', doneCount: waiting?.totalCount })
  const download = await operator.get(done?.path ?? '')
  const [bytes = new Uint8Array()] = Object.values(unzipSync(download.rawPayload))
  expect(Buffer.from(bytes).toString('utf8').trimEnd().split('\r\n')).toHaveLength((done?.totalCount ?? 0) + 1)
})
