import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ActivityLog } from '../../src/server/platform/activity.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { type JobDefinition, JobRunner } from '../../src/server/platform/jobs/jobRunner.ts'
import { createMailJob } from '../../src/server/platform/mail/mailJob.ts'
import { deriveMailKey } from '../../src/server/platform/mail/sealedText.ts'
import { type ReceivedMail, startMailServer } from '../support/mailServer.ts'
import { hasRaces, startTestServer, type TestServer } from '../support/testServer.ts'

let server: TestServer
let now = new Date('2025-01-01T00:00:00Z')
const clock = { now: () => now }
const db = () => server.database.db
const key = () => deriveMailKey(server.app.secrets)
const silent = { error: () => undefined }

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.close())
afterEach(async () => {
  await sql`delete from job`.execute(db())
  await sql`delete from job_schedule`.execute(db())
  await sql`delete from mail_outbox`.execute(db())
})

/** A job runner that behaves like another process. */
function createRunner(name: string, definition: JobDefinition): { runner: JobRunner; activity: ActivityLog } {
  const activity = new ActivityLog({ db: db(), clock, log: silent })
  const runner = new JobRunner({ db: db(), kind: server.database.kind, clock, activity, log: silent })
  runner.register(name, definition)
  return { runner, activity }
}

async function activityOf(activity: ActivityLog, message: string) {
  await activity.close()
  return db().selectFrom('activityLog').selectAll().where('message', 'like', `%${message}%`).execute()
}

describe('jobs', () => {
  it('run what was enqueued once its transaction has committed, and log the result', async () => {
    const seen: unknown[] = []
    const { runner, activity } = createRunner('count', { title: '計數一', run: async ({ payload }) => ({ seen: seen.push(payload) }) })
    await transact(db(), async (trx) => {
      await runner.enqueue(trx, 'count', { from: 1 }, { requestedBy: 'ops01' })
    })
    await runner.runDue()
    expect(seen).toEqual([{ from: 1 }])
    const rows = await activityOf(activity, '計數一')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ logCategory: '4', logLevel: '1', userName: 'ops01', message: '計數一 執行完成' })
  })

  it('jobs never run what was rolled back', async () => {
    let runs = 0
    const { runner } = createRunner('rolledBack', { run: async () => ++runs })
    const failed = transact(db(), async (trx) => {
      await runner.enqueue(trx, 'rolledBack')
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await runner.runDue()
    expect(runs).toBe(0)
  })

  it('mark a failure, log it, and go on with the next', async () => {
    const { runner, activity } = createRunner('fails', {
      title: '會失敗',
      run: async () => {
        throw new Error('out of paper')
      },
    })
    await runner.enqueue(db(), 'fails')
    await runner.enqueue(db(), 'fails')
    await runner.runDue()
    const rows = await db().selectFrom('job').select(['status', 'error']).execute()
    expect(rows.map((row) => row.status)).toEqual(['failed', 'failed'])
    expect(rows[0]?.error).toContain('out of paper')
    expect((await activityOf(activity, '會失敗'))[0]).toMatchObject({ logLevel: '3' })
  })

  it('repeat on schedule, and make up missed runs by one', async () => {
    let runs = 0
    const { runner } = createRunner('repeats', { everyMinutes: 10, run: async () => ++runs })
    await runner.start()
    await runner.stop()
    const next = createRunner('repeats', { everyMinutes: 10, run: async () => ++runs }).runner
    await next.runDue()
    expect(runs).toBe(0)
    now = new Date(now.getTime() + 95 * 60_000)
    await next.runDue()
    await next.runDue()
    expect(runs).toBe(1)
  })

  it('jobs are taken up again, with their progress, when the process that ran them died', async () => {
    const { runner } = createRunner('resumes', { run: async ({ progress, attempt }) => ({ progress, attempt }) })
    const id = await runner.enqueue(db(), 'resumes')
    await sql`update job set status = 'running', attempts = 1, lease_holder = 'dead', lease_until = now() - interval '1 second',
      progress = '{"row": 7}' where id = ${id}`.execute(db())
    await runner.runDue()
    const job = await db().selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(job).toMatchObject({ status: 'done', result: { progress: { row: 7 }, attempt: 2 } })
  })

  it('jobs are left alone while the process that runs them lives', async () => {
    const { runner } = createRunner('held', { run: async () => 1 })
    const id = await runner.enqueue(db(), 'held')
    await sql`update job set status = 'running', lease_holder = 'alive', lease_until = now() + interval '1 minute' where id = ${id}`.execute(
      db(),
    )
    await runner.runDue()
    expect(await db().selectFrom('job').select('leaseHolder').executeTakeFirst()).toEqual({ leaseHolder: 'alive' })
  })

  it.runIf(hasRaces())('run once each with several processes', async () => {
    const runs: unknown[] = []
    const runners = Array.from({ length: 4 }, () => createRunner('shared', { run: async ({ payload }) => runs.push(payload) }).runner)
    for (let number = 0; number < 30; number += 1) await runners[0]?.enqueue(db(), 'shared', number)
    await Promise.all(runners.map((runner) => runner.runDue()))
    expect(runs).toHaveLength(30)
    expect(new Set(runs).size).toBe(30)
  })
})

describe('mail', () => {
  const mail = { to: 'someone@example.com', subject: '重設密碼', text: '請開啟連結' }

  it('asks for its sending when it is committed, once for several', async () => {
    const waiting = () => db().selectFrom('job').select('id').where('name', '=', 'mail.send').where('status', '=', 'waiting').execute()
    await db().deleteFrom('job').where('name', '=', 'mail.send').execute()
    const undone = transact(db(), async (trx) => {
      await server.app.mail.enqueue(trx, mail)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await waiting()).toHaveLength(0)
    await transact(db(), (trx) => server.app.mail.enqueue(trx, mail))
    await transact(db(), (trx) => server.app.mail.enqueue(trx, mail))
    expect(await waiting()).toHaveLength(1)
  })

  it('mail without a mail server is printed by the server itself, and its text stays nowhere', async () => {
    const printed: string[] = []
    const { activity } = createRunner('unused', { run: async () => null })
    const print = (text: string) => printed.push(text)
    const { runner } = createRunner('mail', createMailJob({ smtpUrl: null, mailFrom: 'x@y', key: key(), print }, activity))
    await transact(db(), (trx) => server.app.mail.enqueue(trx, { ...mail, subject: '重設密碼甲' }))
    await runner.enqueue(db(), 'mail')
    await runner.runDue()
    expect(printed).toEqual([`信件（未設定 SMTP_URL，未寄出）\n收件人：${mail.to}\n主旨：重設密碼甲\n${mail.text}`])
    const [row] = await activityOf(activity, '重設密碼甲')
    expect(row).toMatchObject({ logCategory: '5' })
    expect(JSON.parse(row?.detail ?? '{}')).toEqual({ to: mail.to, subject: '重設密碼甲' })
    expect(await db().selectFrom('mailOutbox').select(['status', 'sealed']).execute()).toEqual([{ status: 'recorded', sealed: null }])
  })

  it('mail goes out by SMTP once, with its text', async () => {
    const received: ReceivedMail[] = []
    const smtp = await startMailServer(0, (one) => received.push(one))
    const { activity } = createRunner('unused', { run: async () => null })
    const job = createMailJob({ smtpUrl: smtp.url, mailFrom: 'points@example.com', key: key() }, activity)
    const { runner } = createRunner('mail', job)
    await server.app.mail.enqueue(db(), mail)
    await runner.enqueue(db(), 'mail')
    await runner.enqueue(db(), 'mail')
    await runner.runDue()
    await activity.close()
    await smtp.close()
    expect(received).toMatchObject([{ to: 'someone@example.com', subject: mail.subject }])
    expect(received[0]?.text.trim()).toBe(mail.text)
    expect(await db().selectFrom('mailOutbox').select(['status', 'sealed']).execute()).toEqual([{ status: 'sent', sealed: null }])
  })

  it('waits longer after each failed try', async () => {
    const { activity } = createRunner('unused', { run: async () => null })
    const { runner } = createRunner('mail', createMailJob({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'x@y', key: key() }, activity))
    await server.app.mail.enqueue(db(), mail)
    await runner.enqueue(db(), 'mail')
    await runner.runDue()
    await activity.close()
    const row = await db().selectFrom('mailOutbox').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'waiting', attempts: 1 })
    expect(row.error).toMatch(/ECONNREFUSED/)
    expect(row.nextAttemptAt.getTime() - row.createdAt.getTime()).toBeGreaterThanOrEqual(60_000)
  })

  it('refuses an address that smuggles a header', async () => {
    await expect(server.app.mail.enqueue(db(), { ...mail, to: 'a@b\nBcc: c@d' })).rejects.toThrow('injection')
  })
})
