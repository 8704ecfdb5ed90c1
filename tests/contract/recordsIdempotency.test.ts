import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tidyIdempotency } from '../../src/server/records/calls/idempotency.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

let server: TestServer
let ops: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
})
afterAll(() => server.close())

const url = '/api/announcement/announcements'

function announcement(title: string): Record<string, unknown> {
  return {
    category: '1',
    title,
    content: '<p>內容</p>',
    audience: ['1'],
    startAt: '2026-01-01T00:00:00.000Z',
    endAt: '2099-01-01T00:00:00.000Z',
  }
}

async function send(session: TestSession, body: object, key?: string) {
  const probe = await session.get('/api/screens/_announcement/announcements')
  return server.inject({
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${session.accessToken}`,
      'x-xsrf-token': String(probe.headers['x-xsrf-token']),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    payload: body,
  })
}

async function countOf(title: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from announcement where title = ${title}`.execute(
    server.database.db,
  )
  return Number(rows[0]?.count)
}

describe('a create with an idempotency key', () => {
  it('answers the same a second time and writes one record', async () => {
    const key = randomUUID()
    const first = await send(ops, announcement('只有一筆'), key)
    expect([first.statusCode, first.headers['x-message-code'], first.body]).toEqual([201, 'M01', expect.any(String)])
    const second = await send(ops, announcement('只有一筆'), key)
    expect([second.statusCode, second.headers['x-message-code']]).toEqual([201, 'M01'])
    expect(second.json()).toEqual(first.json())
    expect(await countOf('只有一筆')).toBe(1)
  })

  it('writes one record when both tries arrive at once', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(ops, announcement('同時送出'), key)))
    expect(new Set(answers.map((answer) => answer.json<{ id: number }>().id)).size).toBe(1)
    expect(await countOf('同時送出')).toBe(1)
  })

  it('refuses the key with another body', async () => {
    const key = randomUUID()
    expect((await send(ops, announcement('甲'), key)).statusCode).toBe(201)
    const other = await send(ops, announcement('乙'), key)
    expect([other.statusCode, other.headers['x-error-code']]).toEqual([409, 'E4091'])
    expect(await countOf('乙')).toBe(0)
  })

  it('a create with an idempotency key keeps the key free when the create is refused', async () => {
    const key = randomUUID()
    expect((await send(ops, { ...announcement('更正'), title: null }, key)).statusCode).toBe(400)
    expect((await send(ops, announcement('更正'), key)).statusCode).toBe(201)
  })

  it('means another record to another caller, and without a key to everybody', async () => {
    const key = randomUUID()
    const marketing = await signIn(server, 'mkt01')
    const [mine, theirs] = [await send(ops, announcement('各自'), key), await send(marketing, announcement('各自'), key)]
    if (theirs.statusCode === 201) expect(theirs.json<{ id: number }>().id).not.toBe(mine.json<{ id: number }>().id)
    else expect(theirs.statusCode).toBe(403)
    await send(ops, announcement('無鍵'))
    await send(ops, announcement('無鍵'))
    expect(await countOf('無鍵')).toBe(2)
  })

  it('refuses a key that is too short', async () => {
    expect((await send(ops, announcement('壞鍵'), 'short')).statusCode).toBe(400)
  })

  it('a create with an idempotency key is forgotten after a day', async () => {
    await tidyIdempotency(server.database.db, new Date(Date.now() + 25 * 3_600_000))
    const { rows } = await sql`select 1 from idempotency`.execute(server.database.db)
    expect(rows).toEqual([])
  })
})
