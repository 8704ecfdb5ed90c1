import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { message } from '../../src/rules/messages.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

let server: TestServer
let ops: TestSession

const url = '/api/announcement/announcements'
const copies = 450

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
  await sql`
    insert into announcement (announcement_no, category, title, content, audience, start_at, end_at, is_pinned, status, created_by)
    select 'BULK' || lpad(n::text, 4, '0'), '1', '大量公告' || n, '<p>內容</p>', '["1"]', now(), now() + interval '30 days', false,
      case when n % 10 = 0 then '2' else '1' end, 'ops01'
    from generate_series(1, ${sql.lit(copies)}) as n
  `.execute(server.database.db)
})
afterAll(() => server.close())

interface BulkAnswer {
  readonly results: readonly { readonly id: number; readonly label: string; readonly ok: boolean; readonly message: string }[]
  readonly okCount: number
  readonly failedCount: number
  readonly next: number | null
}

const query = new URLSearchParams({ title: '大量公告' }).toString()
const publish = async (after: number) => (await ops.post(`${url}/publish`, { query, batch: { after, size: 200 } })).json<BulkAnswer>()

describe('a bulk action on all that match', () => {
  it('a bulk action on all that match goes through them in batches, each row once, with a verdict per row', async () => {
    const answers: BulkAnswer[] = []
    for (let after: number | null = 0; after !== null; ) {
      const answer: BulkAnswer = await publish(after)
      answers.push(answer)
      after = answer.next
    }
    expect(answers.map((answer) => answer.results.length)).toEqual([200, 200, 50])
    const results = answers.flatMap((answer) => answer.results)
    expect(new Set(results.map((result) => result.id)).size).toBe(copies)
    // Every tenth one is published already and reports so, without stopping the others.
    expect(results.filter((result) => !result.ok)).toHaveLength(copies / 10)
    expect(results.find((result) => !result.ok)).toMatchObject({
      label: expect.stringMatching(/^BULK\d{4}$/),
      message: '目前狀態不可執行此作業，請重新查詢後再試。',
    })
  })

  it('a bulk action on all that match ends well when nothing is left behind the last row, and refuses when nothing was chosen at all', async () => {
    const last = Math.max(...(await ops.get(`${url}/0/100?${query}`)).json<{ rows: { id: number }[] }>().rows.map((row) => row.id))
    expect(await publish(Math.max(last, 2 ** 48))).toEqual({ results: [], okCount: 0, failedCount: 0, next: null })
    const none = await ops.post(`${url}/publish`, { query: 'title=沒有這一則', batch: { after: 0, size: 200 } })
    expect([none.statusCode, none.headers['x-error-code']]).toEqual([400, 'M16'])
    const wrong = await ops.post(`${url}/publish`, { query, batch: { after: -1, size: 200 } })
    expect(wrong.statusCode).toBe(400)
  })

  it('a bulk action on all that match decides nothing when there are more, or fewer, than the person was told', async () => {
    const few = new URLSearchParams({ title: '大量公告44' }).toString()
    const { totalCount } = (await ops.get(`${url}/0/1?${few}`)).json<{ totalCount: number }>()
    const take = (matching: unknown, more: object = {}) => ops.post(`${url}/publish`, { query: few, matching, ...more })
    for (const matching of [totalCount - 1, totalCount + 1])
      for (const more of [{}, { batch: { after: 0, size: 200 } }]) {
        const refused = await take(matching, more)
        const text = `符合條件的資料現有 ${totalCount} 筆，與您選取時的 ${matching} 筆不同，請重新查詢後再執行。`
        expect([refused.statusCode, refused.body]).toEqual([409, text])
      }
    expect((await take('x')).statusCode).toBe(400)
    expect((await take(totalCount)).json<BulkAnswer>().results).toHaveLength(totalCount)
    // Of later batches the number says nothing: those of the batches before may have left the query.
    expect((await take(totalCount + 1, { batch: { after: 1, size: 200 } })).statusCode).toBe(200)
  })

  it('a bulk action on all that match keeps the limit of one call without batches', async () => {
    await sql`
      insert into announcement (announcement_no, category, title, content, audience, start_at, end_at, is_pinned, status, created_by)
      select 'MORE' || lpad(n::text, 4, '0'), '1', '大量公告續' || n, '<p>內容</p>', '["1"]', now(), now() + interval '30 days', false, '1', 'ops01'
      from generate_series(1, 600) as n
    `.execute(server.database.db)
    const answer = await ops.post(`${url}/publish`, { query })
    expect([answer.statusCode, answer.body]).toEqual([400, '一次最多處理 1000 筆資料'])
  })
})

describe('a bulk action on chosen records', () => {
  const drafts = async () =>
    (await ops.get(`${url}/0/3?title=${encodeURIComponent('大量公告續')}&status=1`)).json<{ rows: { id: number; rowVersion: number }[] }>()
      .rows

  it('a bulk action on chosen records leaves a record alone that somebody changed since it was looked at', async () => {
    const rows = await drafts()
    const ids = rows.map((row) => row.id)
    const [changed, ...others] = rows
    await ops.put(`${url}/${changed?.id}`, { rowVersion: changed?.rowVersion, title: '大量公告續（改）' })
    const rowVersions = Object.fromEntries(rows.map((row) => [row.id, row.rowVersion]))
    const { results } = (await ops.post(`${url}/publish`, { ids, rowVersions })).json<BulkAnswer>()
    expect(results.filter((result) => !result.ok)).toMatchObject([{ id: changed?.id, message: message('M10') }])
    expect(results.filter((result) => result.ok)).toHaveLength(others.length)
  })

  it('refuses versions that are none', async () => {
    const [row] = await drafts()
    for (const rowVersions of ['3', [1], { x: 1 }, { [row?.id ?? 0]: '1' }])
      expect((await ops.post(`${url}/publish`, { ids: [row?.id], rowVersions })).headers['x-error-code']).toBe('M06')
  })
})
