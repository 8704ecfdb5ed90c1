import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { insertCompany, insertMembers } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { contextOn, plainRule } from '../../src/server/domain/points/testing/postingContexts.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'

let server: TestServer
let now = new Date('2025-01-20T04:00:00Z')

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } })
})
afterAll(() => server.close())

async function runJob(name: string): Promise<{ status: string; result: unknown; error: string | null }> {
  const { app } = server
  const id = await app.jobs.enqueue(app.db, name)
  await app.jobs.runDue()
  const row = await app.db.selectFrom('job').select(['status', 'result', 'error']).where('id', '=', id).executeTakeFirstOrThrow()
  return row
}

describe('the nightly jobs of the ledger', () => {
  it('expire what is past its day, once', async () => {
    const { db } = server.app
    await insertCompany(db, { companyNo: 'C009901' })
    const [memberNo = ''] = await insertMembers(db, 1)
    const rule = { ...plainRule, expiry: { rule: '3', days: 5 } } as const
    const context = contextOn('2025-01-10', 'C009901')
    await ledger.run(db, (trx) => ledger.issue(trx, { context, memberNo, amount: 1000, rule }))
    expect(await runJob('points.expire')).toMatchObject({ status: 'done', result: { holders: 1 } })
    expect(await runJob('points.expire')).toMatchObject({ status: 'done', result: { holders: 0 } })
    const { rows } = await sql`select balance from point_account where class = 'MEMBER'`.execute(db)
    expect(rows).toEqual([{ balance: 0 }])
  })

  it('verify the ledger, and fail when it is broken', async () => {
    const { db } = server.app
    now = new Date(now.getTime() + 1000)
    expect(await runJob('points.verify')).toMatchObject({ status: 'done' })
    await sql`update account_daily set points = points + 1`.execute(db)
    const failed = await runJob('points.verify')
    expect(failed).toMatchObject({ status: 'failed' })
    expect(failed.error).toContain('DAY')
  })
})
