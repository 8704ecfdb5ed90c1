import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeExportTurn } from '../../src/server/records/export/exportTurns.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

const path = '/api/company/retail_store/export?format=csv'
let server: TestServer
let ops: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true, listen: true })
  ops = await signIn(server, 'ops01')
})
afterAll(() => server.close())

const running = async () => (await sql<{ userId: number }>`select user_id from export_turn`.execute(server.database.db)).rows.length
const userId = () => Number(ops.claims.sub)

describe('exports', () => {
  it('exports are one at a time per person: the second is refused with a text, others go on', async () => {
    const turn = await takeExportTurn(server.database.db, userId())
    const refused = await ops.get(path)
    expect([refused.statusCode, refused.body, refused.headers['retry-after']]).toEqual([
      429,
      '您有一個匯出尚未完成，請待完成後再試。',
      '10',
    ])
    expect((await (await signIn(server, 'ops02')).get(path)).statusCode).toBe(200)
    await turn.end()
    expect((await ops.get(path)).statusCode).toBe(200)
    expect(await running()).toBe(0)
  })

  it('exports of many tries at once let one through', async () => {
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => ops.get(path)))).map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(await running()).toBe(0)
  })

  it('exports that are refused, or that nobody reads to the end, leave the way free', async () => {
    expect((await ops.get(`${path}&colour=red`)).statusCode).toBe(400)
    expect(await running()).toBe(0)
    const headers = { authorization: `Bearer ${ops.accessToken}` }
    await new Promise<void>((resolve, reject) => {
      const call = request(`${server.baseUrl}${path}`, { headers }, () => {
        call.destroy()
        resolve()
      })
      call.once('error', reject).end()
    })
    for (let round = 0; (await running()) > 0 && round < 1200; round += 1) await sleep(50)
    expect((await ops.get(path)).statusCode).toBe(200)
  })

  it('exports that somebody reads slowly are cut soon after the account of the reader was closed', async () => {
    const { db } = server.database
    await sql`
      insert into retail_store (retail_store_no, partner_store_code, company_no, store_name, store_type, phone, address, open_date, status)
      select 'X' || n, 'X' || n, 'C000101', repeat('門', 50), '2', '02-12345678', repeat('路', 100), '2025-01-01', '1'
      from generate_series(1, 30000) as n`.execute(db)
    const reader = await signIn(server, 'ops02')
    const headers = { authorization: `Bearer ${reader.accessToken}` }
    const length = await new Promise<number>((resolve, reject) => {
      const call = request(`${server.baseUrl}${path}`, { headers }, (answer) => {
        let bytes = 0
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          // So slow that most pages are read from the database after the account was closed.
          answer.pause()
          setTimeout(() => answer.resume(), 20)
        })
        answer.once('error', () => resolve(bytes)).once('end', () => reject(new Error(`${bytes} bytes to the end`)))
        void sql`update app_user set status = '0', is_enabled = false where user_name = 'ops02'`.execute(db)
      })
      call.once('error', reject).end()
    })
    expect(length).toBeGreaterThan(0)
    for (let round = 0; (await running()) > 0 && round < 200; round += 1) await sleep(50)
    expect(await running()).toBe(0)
  }, 120_000)

  it('exports of a process that died stop nobody for long', async () => {
    await takeExportTurn(server.database.db, userId())
    await sql`update export_turn set lease_until = now() - interval '1 second'`.execute(server.database.db)
    expect((await ops.get(path)).statusCode).toBe(200)
  })

  it('exports are bounded in all', async () => {
    await sql`
      insert into export_turn select -n, gen_random_uuid(), now() + interval '1 minute' from generate_series(1, 20) n`.execute(
      server.database.db,
    )
    const refused = await ops.get(path)
    expect([refused.statusCode, refused.body]).toEqual([429, '目前匯出的人數較多，請稍後再試。'])
    await sql`delete from export_turn`.execute(server.database.db)
  })
})
