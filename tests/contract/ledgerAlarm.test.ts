import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taipeiDate } from '../../src/rules/dates.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

let server: TestServer
let admin: TestSession
let ops: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  admin = await signIn(server, 'admin')
  ops = await signIn(server, 'ops01')
})
afterAll(() => server.close())

async function verify(): Promise<{ status: string; error: string | null }> {
  const { app } = server
  const id = await app.jobs.enqueue(app.db, 'points.verify')
  await app.jobs.runDue()
  return app.db.selectFrom('job').select(['status', 'error']).where('id', '=', id).executeTakeFirstOrThrow()
}

async function cardsOf(session: TestSession) {
  const answer = await session.get('/api/noticeboard/todo')
  return answer.json<{ key: string; title: string; count: number; uri: string }[]>().filter((card) => card.key === 'ledgerBroken')
}

/** The newest row of the log that a card opens. */
async function firstBehind(uri: string) {
  await server.app.activity.flush()
  const days = `occurredAtFrom=${taipeiDate(new Date(Date.now() - 86_400_000))}&occurredAtTo=${taipeiDate(new Date())}`
  const answer = await admin.get(`${uri.replace('/_logs/activitylog', '/api/logs/activitylog/0/1')}&${days}`)
  return answer.json<{ rows: { message: string }[] }>().rows[0]
}

/** Changes an old posting with the rights of the owner, and restores the guards. */
async function tamper(change: number): Promise<void> {
  const { db } = server.database
  await sql`alter table point_transaction disable trigger user`.execute(db)
  await sql`update point_transaction set amount = amount + ${sql.lit(change)}
    where id = (select min(id) from point_transaction where amount is not null)`.execute(db)
  await sql`alter table point_transaction enable trigger user`.execute(db)
}

describe('a posting that was changed behind the guards', () => {
  it('a posting that was changed behind the guards is found by the hash chain, and shown to system administrators until the ledger is sound again', async () => {
    expect(await verify()).toMatchObject({ status: 'done' })
    expect(await cardsOf(admin)).toEqual([])
    await tamper(1)
    const failed = await verify()
    expect(failed.status).toBe('failed')
    expect(failed.error).toContain('I7H')
    const [card] = await cardsOf(admin)
    expect(card).toMatchObject({ title: '帳務檢核失敗', count: 1 })
    expect(await firstBehind(String(card?.uri))).toMatchObject({ message: '點數帳本檢核 執行失敗' })
    expect(await cardsOf(ops)).toEqual([])
    await tamper(-1)
    expect(await verify()).toMatchObject({ status: 'done' })
    expect(await cardsOf(admin)).toEqual([])
  })
})
