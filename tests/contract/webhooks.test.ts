import { createHmac } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { createWebhookJob } from '../../src/server/platform/webhooks/webhookJob.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import type { TestSession } from './identitySession.ts'
import { signInWith } from './staffUser.ts'

interface Call {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const schemas = mkdtempSync(join(tmpdir(), 'webhooks-'))
const hooks = '/api/connection/webhook'
const loans = '/api/example/loans'
const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const calls: Call[] = []
let answer = 204
let receiver: Server
let address = ''
let server: TestServer
let maker: TestSession
let checker: TestSession
let operator: TestSession

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => {
      calls.push({ headers: request.headers, body })
      response.writeHead(answer, { location: '/elsewhere' }).end('x'.repeat(100_000))
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  for (const folder of ['entities', 'screens', 'dictionaries'])
    cpSync(join(projectRoot, 'tests/screens/examples/notices', folder), join(schemas, folder), { recursive: true })
  server = await startTestServer({ environment: { SCHEMAS_DIR: schemas, WEBHOOK_PRIVATE_HOSTS: address } })
  expect(server.app.documents.diagnostics()).toEqual([])
  const granted = (...actions: string[]) => actions.map((action) => `example.loans.${action}`)
  maker = await signInWith(server, 'MAKER', granted('view', 'create', 'edit', 'submit'))
  checker = await signInWith(server, 'CHECKER', granted('view', 'approve'))
  operator = await signInWith(
    server,
    'OPERATOR',
    ['view', 'create', 'edit', 'delete', 'test'].map((action) => `connection.webhook.${action}`),
  )
})
afterAll(async () => {
  await server.close()
  receiver.close()
  rmSync(schemas, { recursive: true })
})

const run = (text: ReturnType<typeof sql>) => text.execute(server.database.db)

/** Sends what is due, by the job of the server. @returns the calls that arrived */
async function sendAll(processes = 1): Promise<readonly Call[]> {
  const { app } = server
  calls.length = 0
  await run(sql`update webhook_delivery set next_at = now() - interval '1 second' where status = 'waiting'`)
  const job = createWebhookJob({ secrets: app.secrets, webhookPrivateHosts: app.config.webhookPrivateHosts })
  const context = { db: server.database.db, clock: app.clock, payload: {}, attempt: 1, progress: null }
  const start = () => job.run({ ...context, signal: new AbortController().signal, saveProgress: async () => undefined })
  await Promise.all(Array.from({ length: processes }, start))
  return [...calls]
}

interface Delivery {
  readonly id: number
  readonly status: string
  readonly attempts: number
  readonly answered: number | null
  readonly problem: string | null
  readonly eventName: string
}
const logOf = async (hook: number) => (await operator.get(`${hooks}/${hook}/children/deliveries/0/50`)).json<{ rows: Delivery[] }>().rows

async function approveLoan(item: string): Promise<string> {
  const made = (await maker.post(loans, { item, dueDate: addDays(taipeiDate(new Date()), 9) })).json<{
    id: number
    rowVersion: number
    loanNo: string
  }>()
  const sent = (await maker.post(`${loans}/${made.id}/submit`, { rowVersion: made.rowVersion })).json<{ rowVersion: number }>()
  expect((await checker.post(`${loans}/${made.id}/approve`, { rowVersion: sent.rowVersion })).statusCode).toBe(200)
  return made.loanNo
}

describe('webhooks', () => {
  let hook: { id: number; rowVersion: number; secret: string }

  it('webhooks are set up with a secret that is shown once and stored sealed', async () => {
    const generated = (await operator.get('/api/connection/webhook/secret')).json<{ secret: string }>().secret
    expect(generated).toMatch(/^whsec_/)
    const made = await operator.post(hooks, { hookName: 'assets', title: '資產系統', url: `http://${address}/hook`, secret, status: '1' })
    expect(made.statusCode).toBe(201)
    hook = made.json()
    expect(hook.secret).toBe(`****${secret.slice(-4)}`)
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(to_jsonb(w)::text, '') from webhook w) || (select string_agg(sealed, '') from webhook_secret)
        || coalesce((select string_agg(coalesce(after, '') || coalesce(before, ''), '') from user_action_log), '') as text`.execute(
      server.database.db,
    )
    expect(rows[0]?.text).not.toContain(secret.slice(6, 30))
  })

  it('webhooks refuse addresses that are not theirs to call, weak secrets and names that documents cannot write', async () => {
    const good = { hookName: 'other', title: '其他', url: 'https://example.com/hook', secret, status: '1' }
    const refused = async (part: object) => {
      const { statusCode, body } = await operator.post(hooks, { ...good, ...part })
      return [statusCode, Object.keys(JSON.parse(body) as object)]
    }
    expect(await refused({ url: 'https://169.254.169.254/latest' })).toEqual([400, ['url']])
    expect(await refused({ url: 'http://example.com' })).toEqual([400, ['url']])
    expect(await refused({ secret: 'whsec_short' })).toEqual([400, ['secret']])
    expect(await refused({ hookName: 'Other' })).toEqual([400, ['hookName']])
    expect(
      (await operator.put(`${hooks}/${hook.id}`, { rowVersion: hook.rowVersion, url: 'https://localhost.:80@10.0.0.1/' })).statusCode,
    ).toBe(400)
    expect((await maker.get(`${hooks}/${hook.id}`)).statusCode).toBe(403)
    expect((await maker.get('/api/connection/webhook/secret')).statusCode).toBe(403)
  })

  it('webhooks tell of a step what the document names, signed, once', async () => {
    const loanNo = await approveLoan('投影機')
    const [call, ...others] = await sendAll()
    expect(others).toEqual([])
    const { id, type, data } = JSON.parse(call?.body ?? '{}') as { id: string; type: string; data: Record<string, unknown> }
    expect(type).toBe('loan.approve')
    expect(data).toMatchObject({
      ...{ entity: 'loan', key: loanNo, title: '投影機 已核准借出', text: null },
      url: expect.stringMatching(/\/_example\/loans\?record=LN/),
      fields: { loanNo, item: '投影機', dueDate: addDays(taipeiDate(new Date()), 9) },
    })
    expect(Object.keys(data.fields as object)).toHaveLength(3)
    const { 'webhook-id': sentId, 'webhook-timestamp': time, 'webhook-signature': signature } = call?.headers ?? {}
    const own = createHmac('sha256', Buffer.alloc(32, 5))
      .update(`${id}.${String(time)}.${call?.body ?? ''}`)
      .digest('base64')
    expect([sentId, signature]).toEqual([id, `v1,${own}`])
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60)
    expect(await sendAll()).toEqual([])
    expect(await logOf(hook.id)).toMatchObject([{ status: 'sent', attempts: 1, answered: 204, problem: null, eventName: 'loan.approve' }])
  })

  it('webhooks are tried again, follow no redirect, and are given up after hours; then they can be sent again', async () => {
    answer = 302
    await approveLoan('腳架')
    const first = await sendAll()
    expect(first).toHaveLength(1)
    expect((await logOf(hook.id))[0]).toMatchObject({ status: 'waiting', attempts: 1, answered: 302, problem: '對方回應 302' })
    for (let more = 0; more < 8; more += 1) expect(await sendAll()).toHaveLength(1)
    expect(await sendAll()).toEqual([])
    const [failed] = await logOf(hook.id)
    expect(failed).toMatchObject({ status: 'failed', attempts: 9 })
    answer = 200
    expect((await maker.post(`/api/connection/webhook/deliveries/${failed?.id}/resend`)).statusCode).toBe(403)
    expect((await operator.post(`/api/connection/webhook/deliveries/${failed?.id}/resend`)).statusCode).toBe(200)
    const again = await sendAll()
    expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body))
    expect((await operator.post(`/api/connection/webhook/deliveries/${failed?.id}/resend`)).statusCode).toBe(409)
    const { rows } = await sql`select from webhook_delivery where sealed is not null`.execute(server.database.db)
    expect(rows).toEqual([])
  })

  it('webhooks can be tried out, and one that is switched off or not set up says so in the log', async () => {
    expect((await operator.post(`${hooks}/${hook.id}/test`)).statusCode).toBe(200)
    expect((await sendAll()).map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['test'])
    const off = await operator.put(`${hooks}/${hook.id}`, { rowVersion: hook.rowVersion, status: '0' })
    expect(off.statusCode).toBe(200)
    expect((await operator.post(`${hooks}/${hook.id}/test`)).statusCode).toBe(409)
    await approveLoan('麥克風')
    expect(await sendAll()).toEqual([])
    expect((await logOf(hook.id))[0]).toMatchObject({ status: 'failed', problem: '介接端點「assets」已停用；請啟用後按「重送」' })
  })

  it('a name that nobody has set up appears where addresses are looked after, with what could not be sent, and is sent once it is', async () => {
    await server.app.webhooks.enqueue(server.app.db, {
      ...{ hookName: 'asets', eventName: 'loan.approve', title: '腳架 已核准借出', occurredAt: new Date(), data: { title: '腳架' } },
    })
    expect(await sendAll(2)).toEqual([])
    const list = `${hooks}/0/50?view=unset`
    const [unset, ...others] = (await operator.get(list)).json<{ rows: { id: number; rowVersion: number; hookName: string }[] }>().rows
    expect(others).toEqual([])
    expect(unset).toMatchObject({ hookName: 'asets', title: '尚未設定（文件的通知指名）', status: '0' })
    const { id, rowVersion } = unset ?? expect.fail('the name is not listed')
    const [failed] = await logOf(id)
    const problem = '介接端點「asets」尚未設定；請填寫網址與簽章金鑰並啟用後按「重送」，代碼寫錯時請改文件的 notify'
    expect(failed).toMatchObject({ status: 'failed', attempts: 1, problem })
    const bare = await operator.put(`${hooks}/${id}`, { rowVersion, status: '1' })
    expect([bare.statusCode, Object.keys(bare.json<object>()).sort()]).toEqual([400, ['secret', 'url']])
    const changes = { rowVersion, title: '資產系統', url: `http://${address}/late`, secret, status: '1' }
    expect((await operator.put(`${hooks}/${id}`, changes)).statusCode).toBe(200)
    expect((await operator.post(`/api/connection/webhook/deliveries/${failed?.id}/resend`)).statusCode).toBe(200)
    expect((await sendAll()).map(({ body }) => (JSON.parse(body) as { data: object }).data)).toEqual([{ title: '腳架' }])
    expect((await operator.get(list)).json<{ rows: object[] }>().rows).toEqual([])
    await run(sql`delete from webhook where id = ${id}`)
  })

  it('webhooks are sent once each, also when several processes look at the same time', async () => {
    await run(sql`delete from webhook_delivery`)
    await run(sql`update webhook set status = '1'`)
    const event = { hookName: 'assets', eventName: 'test', title: '測試', occurredAt: new Date() }
    for (let each = 0; each < 30; each += 1) await server.app.webhooks.enqueue(server.app.db, { ...event, data: { each } })
    const sent = (await sendAll(3)).map(({ body }) => (JSON.parse(body) as { data: { each: number } }).data.each)
    expect(sent.sort((left, right) => left - right)).toEqual(Array.from({ length: 30 }, (_, each) => each))
  })

  it('webhooks that are switched off can be removed with their secret; their log stays', async () => {
    const temporary = { hookName: 'temporary', title: '暫時', url: 'https://example.com/', secret, status: '1' }
    const { id, rowVersion } = (await operator.post(hooks, temporary)).json<{ id: number; rowVersion: number }>()
    expect((await operator.delete(`${hooks}/${id}?rowVersion=${rowVersion}`)).statusCode).toBe(409)
    const off = (await operator.put(`${hooks}/${id}`, { rowVersion, status: '0' })).json<{ rowVersion: number }>()
    await server.app.webhooks.enqueue(server.app.db, {
      hookName: 'temporary',
      eventName: 'test',
      title: '測試',
      occurredAt: new Date(),
      data: {},
    })
    expect((await operator.delete(`${hooks}/${id}?rowVersion=${off.rowVersion}`)).statusCode).toBe(200)
    const { rows } = await sql`
      select from webhook_secret where hook_name = 'temporary' union all select from webhook_delivery where hook_name = 'temporary'`.execute(
      server.database.db,
    )
    expect(rows).toHaveLength(1)
  })

  it('a step that is refused tells nobody, and one address that does not answer holds nobody up', async () => {
    await run(sql`delete from webhook_delivery`)
    const loan = (await maker.post(loans, { item: '白板', dueDate: addDays(taipeiDate(new Date()), 9) })).json<{
      id: number
      rowVersion: number
    }>()
    expect((await checker.post(`${loans}/${loan.id}/approve`, { rowVersion: loan.rowVersion })).statusCode).toBe(409)
    expect((await sql`select from webhook_delivery`.execute(server.database.db)).rows).toEqual([])
    const { app } = server
    await run(sql`update webhook set status = '1', url = ${`http://${address.replace(/:\d+$/, ':1')}/`}`)
    const event = { eventName: 'test', title: '測試', occurredAt: new Date(), data: {} }
    for (let each = 0; each < 20; each += 1) await app.webhooks.enqueue(app.db, { ...event, hookName: 'assets' })
    await sendAll()
    const { rows } = await sql<{ tried: number }>`select count(*) filter (where attempts > 0)::int as tried from webhook_delivery`.execute(
      server.database.db,
    )
    expect(rows[0]?.tried).toBe(5)
  })
})
