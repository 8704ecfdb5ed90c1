import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

let server: TestServer
let marketing: TestSession
let now = new Date()
const url = '/api/exchange_cms/exchange_cms_redirect/ticket'

beforeAll(async () => {
  server = await startTestServer({ demo: true, clock: { now: () => now } })
  marketing = await signIn(server, 'mkt01')
})
afterAll(() => server.close())

const redeem = (ticket: string) => marketing.post('/api/exchange_cms/tickets/redeem', { ticket })
const newTicket = async () => new URL((await marketing.post(url, {})).json<{ url: string }>().url).searchParams.get('ticket') ?? ''

describe('the external site for contents', () => {
  it('the external site for contents is not there until its address is set', async () => {
    const answer = await marketing.post(url, {})
    expect([answer.statusCode, answer.body]).toEqual([409, '尚未設定外部管理站網址，請於本頁維護內容。'])
    expect((await (await signIn(server, 'mer01')).post(url, {})).statusCode).toBe(403)
  })

  it('the external site for contents is opened with a ticket that tells once, within a minute, who came', async () => {
    const { db } = server.database
    await sql`update code_table set value = 'https://cms.example.com/edit?site=1' where code = 'CMS.URL'`.execute(db)
    const answer = await marketing.post(url, {})
    expect(answer.json<{ url: string }>().url).toMatch(/^https:\/\/cms\.example\.com\/edit\?site=1&ticket=[0-9a-f]{64}$/)
    const ticket = await newTicket()
    expect(JSON.stringify(await db.selectFrom('contentTicket').selectAll().execute())).not.toContain(ticket)
    expect((await redeem(ticket)).json()).toEqual({ userName: 'mkt01' })
    expect((await redeem(ticket)).statusCode).toBe(409)
    const late = await newTicket()
    now = new Date(now.getTime() + 61_000)
    const gone = await redeem(late)
    expect([gone.statusCode, gone.body]).toEqual([409, '憑證已失效，請重新開啟。'])
  })
})
