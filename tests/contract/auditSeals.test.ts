import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userActionType } from '../../src/rules/codes.generated.ts'
import { taipeiDate } from '../../src/rules/dates.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { insertCompany } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { contextOn, plainRule } from '../../src/server/domain/points/testing/postingContexts.ts'
import { sealAll } from '../../src/server/domain/seals/seal.ts'
import { verifySeals } from '../../src/server/domain/seals/verifySeals.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import { writeUserAction } from '../../src/server/platform/audit.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn } from './identitySession.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ demo: true })
})
afterAll(() => server.close())

async function runJob(name: string): Promise<{ status: string; error: string | null }> {
  const { app } = server
  const id = await app.jobs.enqueue(app.db, name)
  await app.jobs.runDue()
  return app.db.selectFrom('job').select(['status', 'error']).where('id', '=', id).executeTakeFirstOrThrow()
}

async function brokenSeals(): Promise<readonly string[]> {
  const results = await verifySeals(server.app.db, { key: server.app.secrets.auditSeal })
  return results.filter((result) => result.violations > 0).map((result) => `${result.id} ${result.places.join(' ')}`)
}

describe('seals of a running installation', () => {
  it('seals of a running installation hold what many transactions write while several are made at once', async () => {
    const { db } = server.app
    await insertCompany(server.database.db, { companyNo: 'C990101' })
    const { rows } = await sql<{ memberNo: string }>`select member_no from member where status = '1' order by member_no limit 5`.execute(db)
    const post = (number: number) =>
      transact(db, async (trx) => {
        const context = { ...contextOn(taipeiDate(new Date())), companyNo: 'C990101', source: { work: 'SEALS', workId: String(number) } }
        const memberNo = rows[number % rows.length]?.memberNo ?? ''
        await ledger.issue(trx, { context, memberNo, amount: 1000, rule: plainRule })
        await writeUserAction(trx, { actor: systemActor, userActionType: userActionType.other, action: `seal ${number}` })
        if (number % 5 === 0) throw new Error('taken back')
      }).catch(() => undefined)
    const work = Array.from({ length: 60 }, async (_, number) => {
      await post(number)
      if (number % 4 === 0) await sealAll(db, server.app.secrets.auditSeal, new Date())
    })
    await Promise.all(work)
    const last = await sealAll(db, server.app.secrets.auditSeal, new Date())
    expect(await brokenSeals()).toEqual([])
    const counts = await sql<{ ledger: number; sealed: number; audit: number; linked: number }>`
      select (select count(*) from point_transaction) as ledger, ledger_total as sealed, (select count(*) from audit_link) as linked,
        audit_total as audit from audit_seal where seal_no = ${last?.sealNo ?? 0}`.execute(db)
    const [count] = counts.rows
    expect([count?.sealed, count?.audit]).toEqual([count?.ledger, count?.linked])
  })

  it('give an anchor a day, which auditors read in 系統活動紀錄', async () => {
    expect(await runJob('audit.anchor')).toMatchObject({ status: 'done' })
    await server.app.activity.flush()
    const { rows } = await sql<{ code: string }>`select code from audit_anchor`.execute(server.app.db)
    expect(rows).toHaveLength(1)
    const auditor = await signIn(server, 'aud01')
    const days = `occurredAtFrom=${taipeiDate(new Date(Date.now() - 86_400_000))}&occurredAtTo=${taipeiDate(new Date())}`
    const answer = await auditor.get(`/api/logs/activitylog/0/20?logCategory=6&${days}`)
    const messages = answer.json<{ rows: { message: string }[] }>().rows.map((row) => row.message)
    expect(messages.filter((message) => message.includes(rows[0]?.code ?? 'none'))).toHaveLength(1)
  })

  it('fail the nightly check, and tell system administrators, when something under them was changed', async () => {
    const admin = await signIn(server, 'admin')
    const cards = async () => {
      const answer = await admin.get('/api/noticeboard/todo')
      return answer.json<{ key: string }[]>().filter((card) => card.key === 'ledgerBroken')
    }
    expect(await runJob('audit.verify')).toMatchObject({ status: 'done' })
    expect(await cards()).toHaveLength(0)
    const { db } = server.database
    await sql`alter table point_transaction disable trigger user`.execute(db)
    await sql`update point_transaction set chain_hash = sha256('other') where id = (select min(id) from point_transaction)`.execute(db)
    await sql`alter table point_transaction enable trigger user`.execute(db)
    const failed = await runJob('audit.verify')
    expect(failed.status).toBe('failed')
    expect(failed.error).toContain('S3')
    expect(await cards()).toHaveLength(1)
  })
})
