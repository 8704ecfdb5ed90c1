import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { evaluateOutbox } from '../../src/server/domain/anomaly/evaluate.ts'
import type { PostedFacts } from '../../src/server/domain/anomaly/events.ts'
import { insertCompany, insertMembers } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import { hasRaces, startTestServer, type TestServer } from '../support/testServer.ts'

const companyNo = 'C009902'
let server: TestServer
let memberNo: string

beforeAll(async () => {
  server = await startTestServer()
  const { app } = server
  await insertCompany(app.db, { companyNo })
  ;[memberNo = ''] = await insertMembers(app.db, 1)
  await sql`delete from warning_rule`.execute(app.db)
  const call = { actor: systemActor, screen: null, entity: 'warningRule', now: new Date(), db: app.db }
  await app.records.create(call, { ruleCode: 'R02', scope: '1', thresholdPoints: 10, severity: '2', action: '1', isEnabled: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  await sql`delete from anomaly_outbox`.execute(server.app.db)
  await sql`delete from warning_transaction`.execute(server.app.db)
})

/** What a sale above the threshold leaves. Each call is a sale of its own, at the same time. */
async function leave(count: number, changes: Partial<PostedFacts> = {}): Promise<void> {
  const rule = await server.app.db.selectFrom('warningRule').select('id').executeTakeFirstOrThrow()
  for (let number = 0; number < count; number += 1) {
    const posting = {
      ...{ transactionId: number, transactionNo: `T202501100000000${String(number).padStart(2, '0')}`, kind: '10', amount: 100 },
      ...{ businessAt: '2025-01-10T04:00:00.000Z', companyNo, retailStoreNo: null, memberNo, points: 11, ...changes },
    }
    const event = { kind: 'posted', posting, hits: [{ ruleCode: 'R02', warningRuleId: rule.id, measured: 11 }] }
    await sql`insert into anomaly_outbox (event) values (${JSON.stringify(event)}::jsonb)`.execute(server.app.db)
  }
}

const evaluate = (signal = new AbortController().signal, together = server.app.records.together) => {
  const { app } = server
  const services = { records: { ...app.records, together }, enqueueMail: app.mail.enqueue }
  return evaluateOutbox(services, { db: app.db, clock: app.clock, signal })
}
const count = async (table: 'warning_transaction' | 'anomaly_outbox') => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(server.app.db)
  return rows[0]?.count
}

describe('what is left for the rules after commit', () => {
  it('what is left for the rules after commit is looked at once, and nothing is said of nothing', async () => {
    await leave(3)
    expect(await evaluate()).toEqual({ events: 3, warnings: 3 })
    expect(await evaluate()).toBeNull()
    expect(await count('warning_transaction')).toBe(3)
  })

  it('what is left for the rules after commit is one warning when the same is told twice', async () => {
    await leave(1)
    await leave(1)
    expect(await evaluate()).toEqual({ events: 2, warnings: 1 })
    expect(await count('warning_transaction')).toBe(1)
  })

  it('what is left for the rules after commit does not wait for an event that cannot be handled; that one stays with its error', async () => {
    await leave(2)
    await leave(1, { transactionNo: 'T20250110000000099', businessAt: 'never' })
    await expect(evaluate()).rejects.toThrow('1 筆未能檢查')
    expect([await count('warning_transaction'), await count('anomaly_outbox')]).toEqual([2, 1])
    for (let tries = 2; tries <= 5; tries += 1) await expect(evaluate()).rejects.toThrow()
    expect(await evaluate()).toBeNull()
    const { rows } = await sql<{ attempts: number; error: string }>`select attempts, error from anomaly_outbox`.execute(server.app.db)
    expect(rows).toMatchObject([{ attempts: 5, error: expect.any(String) }])
  })

  it('what is left for the rules after commit comes in the next run when it was left during one', async () => {
    await leave(2)
    const { app } = server
    let batches = 0
    const meanwhile: typeof app.records.together = async (trx, work) => {
      batches += 1
      await sql`
        insert into anomaly_outbox (event, created_at)
        select event, clock_timestamp() from (values (${JSON.stringify({ kind: 'serialAttempt', attemptId: 0 })}::jsonb)) as e (event)
        where ${batches} < 5`.execute(trx)
      return app.records.together(trx, work)
    }
    expect(await evaluate(undefined, meanwhile)).toEqual({ events: 2, warnings: 2 })
    expect([batches, await count('anomaly_outbox')]).toEqual([1, 1])
    expect(await evaluate()).toEqual({ events: 1, warnings: 0 })
  })

  it('what is left for the rules after commit is left for the next process when the server stops', async () => {
    await leave(1)
    const stopping = new AbortController()
    stopping.abort()
    expect(await evaluate(stopping.signal)).toBeNull()
    expect(await count('anomaly_outbox')).toBe(1)
  })

  it.runIf(hasRaces())('what is left for the rules after commit is shared by several processes, and never told twice', async () => {
    for (let round = 0; round < 5; round += 1) await leave(150)
    const done = await Promise.all(Array.from({ length: 4 }, () => evaluate()))
    expect(done.reduce((total, each) => total + (each?.events ?? 0), 0)).toBe(750)
    expect(done.filter((each) => each !== null).length).toBeGreaterThan(1)
    expect(await count('warning_transaction')).toBe(150)
  })
})
