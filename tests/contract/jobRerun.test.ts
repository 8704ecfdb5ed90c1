import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMailJob } from '../../src/server/platform/mail/mailJob.ts'
import { deriveMailKey } from '../../src/server/platform/mail/sealedText.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

let server: TestServer
let admin: TestSession
/** What each run of the job under test got. */
const seen: { readonly attempt: number; readonly progress: unknown }[] = []
let isBroken = true

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  admin = await signIn(server, 'admin')
  server.app.jobs.register('test.long', {
    title: '長作業',
    async run({ attempt, progress, saveProgress }) {
      seen.push({ attempt, progress })
      await saveProgress({ row: 7 })
      if (isBroken) throw new Error('out of paper')
      return { rows: 9 }
    },
  })
})
afterAll(() => server.close())

interface Row {
  readonly id: number
  readonly message: string
  readonly [field: string]: unknown
}

/** Rows of 系統活動紀錄 about a job as a user sees them, newest first. */
async function rowsOf(session: TestSession, search: string): Promise<readonly Row[]> {
  await server.app.activity.flush()
  const date = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const url = `/api/logs/activitylog/0/25?occurredAtFrom=${date}&occurredAtTo=${date}&logCategory=4&search=${encodeURIComponent(search)}`
  const answer = await session.get(url)
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json<{ rows: Row[] }>().rows
}

const rerun = (session: TestSession, id: number) => session.post(`/api/logs/activitylog/${id}/rerun`, {})

async function failOnce(): Promise<Row> {
  isBroken = true
  await server.app.jobs.enqueue(server.app.db, 'test.long', {}, { requestedBy: 'ops01' })
  await server.app.jobs.runDue()
  const row = (await rowsOf(admin, '長作業')).find((each) => each.logLevel === '3' && each.jobStatus === 'failed')
  if (!row) throw new Error('no failed row')
  return row
}

describe('a job in 系統活動紀錄', () => {
  it('shows that it has begun, how far it came and why it failed', async () => {
    const failed = await failOnce()
    const rows = await rowsOf(admin, '長作業')
    expect(rows.map((row) => row.message)).toEqual(['長作業 執行失敗', '長作業 開始執行'])
    const record = (await admin.get(`/api/logs/activitylog/${failed.id}`)).json<Row>()
    expect(record).toMatchObject({ jobStatus: 'failed', jobProgress: '{"row": 7}', jobAttempts: 1 })
    expect(String(record.detail)).toContain('out of paper')
  })

  it('runs again from where it stopped, once, and who asked for it is written down', async () => {
    const failed = await failOnce()
    isBroken = false
    seen.length = 0
    const answers = await Promise.all([rerun(admin, failed.id), rerun(admin, failed.id)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
    await server.app.jobs.runDue()
    expect(seen).toEqual([{ attempt: 2, progress: { row: 7 } }])
    const record = (await admin.get(`/api/logs/activitylog/${failed.id}`)).json<Row>()
    expect(record).toMatchObject({ jobStatus: 'done', jobResult: '{"rows": 9}' })
    const { rows } = await sql`select user_name, action, entity from user_action_log where action like '重新執行%'`.execute(server.app.db)
    expect(rows).toEqual([{ userName: 'admin', action: '重新執行 長作業', entity: 'job' }])
  })

  it('a job in 系統活動紀錄 is not run again when it did not fail, nor when the row tells of no job', async () => {
    isBroken = false
    await server.app.jobs.enqueue(server.app.db, 'test.long')
    await server.app.jobs.runDue()
    const done = (await rowsOf(admin, '長作業')).find((row) => row.jobStatus === 'done')
    expect((await rerun(admin, done?.id ?? 0)).statusCode).toBe(409)
    server.app.activity.write({ category: '6', message: '沒有作業' })
    await server.app.activity.flush()
    const other = await server.app.db.selectFrom('activityLog').select('id').where('message', '=', '沒有作業').executeTakeFirstOrThrow()
    expect((await rerun(admin, other.id)).statusCode).toBe(404)
  })

  it('a job in 系統活動紀錄 is run again by system administrators only; an auditor sees it', async () => {
    const failed = await failOnce()
    const auditor = await signIn(server, 'aud01')
    expect((await rowsOf(auditor, '長作業')).length).toBeGreaterThan(0)
    for (const name of ['aud01', 'ops01', 'mer01']) expect((await rerun(await signIn(server, name), failed.id)).statusCode).toBe(403)
    const screen = (await auditor.get('/api/screens/_logs/activitylog')).json<{ list: { rowActions: string[] } }>()
    expect(screen.list.rowActions).not.toContain('rerun')
  })
})

describe('mail that was given up', () => {
  it('fails its job, and goes out after that was run again', async () => {
    const { app } = server
    app.jobs.register(
      'test.mail',
      createMailJob({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'x@y', key: deriveMailKey(app.secrets) }, app.activity),
    )
    await sql`delete from mail_outbox`.execute(app.db)
    await app.mail.enqueue(app.db, { to: 'a@example.com', subject: '放棄', text: '內容' })
    // By the job of this test, not by that of the server.
    await sql`delete from job where name = 'mail.send'`.execute(app.db)
    await sql`update mail_outbox set attempts = 5`.execute(app.db)
    const id = await app.jobs.enqueue(app.db, 'test.mail')
    await app.jobs.runDue()
    const mail = () => app.db.selectFrom('mailOutbox').select(['status', 'attempts']).executeTakeFirst()
    expect(await mail()).toEqual({ status: 'failed', attempts: 6 })
    const job = () => app.db.selectFrom('job').select('status').where('id', '=', id).executeTakeFirst()
    expect(await job()).toEqual({ status: 'failed' })
    expect(await app.jobs.rerun(app.db, id, 'admin')).toBe(true)
    await app.jobs.runDue()
    expect(await mail()).toEqual({ status: 'waiting', attempts: 1 })
  })
})

describe('jobs that have ended', () => {
  it('jobs that have ended are kept for 30 days; a quiet one that did nothing is forgotten at once', async () => {
    const { app } = server
    const ended = (days: number, status: string) =>
      sql`insert into job (name, status, finished_at)
      values ('old', ${status}, now() - make_interval(days => ${days}, mins => 1))`.execute(app.db)
    await ended(30, 'done')
    await ended(30, 'failed')
    await ended(29, 'failed')
    const id = await app.jobs.enqueue(app.db, 'platform.tidyJobs')
    await app.jobs.runDue()
    const result = await app.db.selectFrom('job').select('result').where('id', '=', id).executeTakeFirst()
    expect(result).toEqual({ result: { deleted: 2 } })
    const again = await app.jobs.enqueue(app.db, 'platform.tidyJobs')
    await app.jobs.runDue()
    expect(await app.db.selectFrom('job').select('id').where('id', '=', again).executeTakeFirst()).toBeUndefined()
    expect(await app.db.selectFrom('job').select('status').where('name', '=', 'old').execute()).toEqual([{ status: 'failed' }])
  })
})
