import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Cell } from '../../src/server/records/export/cells.ts'
import { hostileWorkbooks } from '../../src/server/records/testing/hostileFiles.ts'
import { workbookOf } from '../../src/server/records/testing/workbookOf.ts'
import { fileForm } from '../support/files.ts'
import { type RequestSender, type SentAnswer, startSender } from '../support/requestSender.ts'
import { runsOnce, startTestServer, type TestServer } from '../support/testServer.ts'
import { monitorTurns, type TurnMonitor } from '../support/turnMonitor.ts'
import { signIn, type TestSession } from './identitySession.ts'
import { evilText, largestOf, type Operation, operationsOf } from './largestInputs.ts'
import { fill, permissionsOf } from './routeWalk.ts'

/** Longest time in ms for which a request may hold the event loop of a machine that is not slowed down. */
const heldMsMax = 200

/** How much slower this machine is right now: a shared one may be throttled to a fifth. Measured by what only needs the processor. */
function slowness(): number {
  const [rounds, usualMs] = [30_000_000, 60]
  const start = performance.now()
  let sum = 0
  for (let round = 0; round < rounds; round += 1) sum = (sum * 31 + round) | 0
  expect(sum).toBeTypeOf('number')
  return Math.max(1, (performance.now() - start) / usualMs)
}

/** Ended by an answer, or by closing the connection while the body is still being sent. */
const refused = /: (4\d\d |0 .*(EPIPE|ECONNRESET))/

/** Calls whose answer never ends. */
const endless = ['/api/screens/events']

const accounts = ['admin', 'ops01', 'fin01', 'fm01', 'cs01', 'mkt01', 'aud01', 'mer01']

let server: TestServer
let sender: RequestSender
let turns: TurnMonitor
let sessions: readonly TestSession[]
let headersOf: ReadonlyMap<TestSession, Readonly<Record<string, string>>>
/** Requests of the running test that held the event loop for too long. */
let slow: string[] = []

beforeAll(async () => {
  server = await startTestServer({ demo: true, listen: true, environment: { CAPTCHA: 'off' } })
  const corporate = signIn(server, 'hr@example.com', undefined, 'portal')
  sessions = await Promise.all([...accounts.map((account) => signIn(server, account)), corporate])
  headersOf = new Map(await Promise.all(sessions.map(async (session) => [session, await writeHeaders(session)] as const)))
  sender = startSender((server.app.server.address() as AddressInfo).port)
  turns = monitorTurns()
})
afterAll(async () => {
  turns.stop()
  await sender.close()
  await server.close()
})
beforeEach(() => {
  slow = []
})

async function writeHeaders({ accessToken, get }: TestSession): Promise<Readonly<Record<string, string>>> {
  const answer = await get('/api/account/users/me/functions')
  return { authorization: `Bearer ${accessToken}`, 'x-xsrf-token': String(answer.headers['x-xsrf-token']) }
}

/** The first account with one of these permissions, otherwise the first of all. */
function holderOf(permission: string): Readonly<Record<string, string>> {
  const wanted = permission.split(' | ')
  const holder = sessions.find((session) => wanted.some((one) => permissionsOf(session).has(one))) ?? sessions[0]
  return headersOf.get(holder as TestSession) ?? {}
}

const permissionOf = (operations: readonly Operation[], method: string, path: string) =>
  operations.find((one) => one.method === method && one.path === path)?.permission ?? ''

interface Sent {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly type?: string
  readonly body?: Uint8Array
}

/** A collection of all garbage can fall into any request, and belongs to none: what holds the loop by itself does so every time. */
const triesMax = 3

/** Sends from another thread, and records when this thread was held for too long meanwhile, each time that it was tried. */
async function send({ name, method, path, headers, type = 'application/json', body }: Sent): Promise<SentAnswer> {
  const further = body ? { 'content-type': type, 'content-length': String(body.length) } : {}
  const trial = async () => {
    // Time used by the test itself is not counted.
    await new Promise((resolve) => setTimeout(resolve, 5))
    turns.reset()
    const answer = await sender.send({ method, path, headers: { ...headers, ...further }, ...(body && { body }) })
    return { answer, held: Math.round(turns.longestMs()) }
  }
  const { answer, held } = await trial()
  const tries = [held]
  while (Math.min(...tries) > heldMsMax && tries.length < triesMax) tries.push((await trial()).held)
  if (Math.min(...tries) > heldMsMax && Math.min(...tries) > heldMsMax * slowness()) slow.push(`${name}: ${tries.join(', ')} ms`)
  return answer
}

const text = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))

async function fileBody(file: Uint8Array, form = '{}'): Promise<Pick<Sent, 'type' | 'body'>> {
  const { payload, headers } = await fileForm(new Uint8Array(file), { fields: { form } })
  return { type: headers['content-type'], body: payload }
}

function sheetOf(headings: readonly string[], count: number, row: (index: number) => readonly Cell[]) {
  return workbookOf([headings, ...Array.from({ length: count }, (_unused, index) => row(index))])
}

describe.runIf(runsOnce())('the event loop is not held', () => {
  it('the event loop is not held by the deepest, widest and longest bodies', async () => {
    const mebibyte = 1024 * 1024
    const bodies: Readonly<Record<string, (bytes: number) => string>> = {
      deep: (bytes) => '['.repeat(bytes),
      wide: () => `{${Array.from({ length: 49_999 }, (_unused, index) => `"k${index}":1`).join(',')}}`,
      'of numbers': (bytes) => `[${'1,'.repeat(bytes / 2 - 1)}1]`,
      'of lists': (bytes) => `[${'[],'.repeat(Math.floor(bytes / 3) - 1)}[]]`,
      'of as many lists as may be': () => `[${'[],'.repeat(199_999)}[]]`,
      'of one text': (bytes) => JSON.stringify('a'.repeat(bytes - 2)),
      'of escapes': (bytes) => `"${'\\u0061'.repeat(Math.floor(bytes / 6) - 1)}"`,
    }
    const places = { '/api/company/companies': 9, '/api/account/createUsers': 1.5, '/api/partner/v1/issue': 1 }
    for (const [path, mebibytes] of Object.entries(places)) {
      for (const [name, body] of Object.entries(bodies)) {
        const headers = headersOf.get(sessions[0] as TestSession) ?? {}
        const answer = await send({ name: `${name} ${path}`, method: 'POST', path, headers, body: text(body(mebibytes * mebibyte)) })
        expect(`${name} ${path}: ${answer.status} ${answer.head}`).toMatch(refused)
      }
    }
    expect(slow).toEqual([])
  })

  it('the event loop is not held by any call with the largest inputs that it describes', async () => {
    const operations = operationsOf(server.app.openApi.describe()).filter(({ path }) => !endless.includes(path))
    expect(operations.length).toBeGreaterThan(300)
    for (const [index, { method, path, permission, query, body }] of operations.entries()) {
      const headers = holderOf(permission)
      const name = `${method} ${path}`
      if (method === 'GET') {
        const long = query.map((parameter, place) => [parameter, evilText(index + place, 8000 / query.length)])
        await send({ name, method, path: `${fill(path)}?${new URLSearchParams(Object.fromEntries(long))}`, headers })
        continue
      }
      for (const keepsLengths of [false, true])
        await send({ name, method, path: fill(path), headers, body: text(largestOf(body, 1_000_000, index, keepsLengths)) })
    }
    expect(slow).toEqual([])
  })

  it('the event loop is not held by imports of as many rows as there may be', async () => {
    const operations = operationsOf(server.app.openApi.describe())
    const stores = '/api/company/retail_store/import'
    const example = await (sessions[1] as TestSession).get(`${stores}/example`)
    const ofStores = ((await readSheet(example.rawPayload))[0] ?? []).map(String)
    interface Import {
      readonly path: string
      readonly headings: readonly string[]
      readonly rows: number
      row(index: number): readonly Cell[]
    }
    const imports: readonly Import[] = [
      {
        path: '/api/account/importUsers',
        headings: ['帳號', '姓名', '電子郵件', '使用者類型', '角色'],
        rows: 5000,
        row: (index) => [`user${index}`, '名', 'x', 'y', 'OPS,FM'],
      },
      {
        path: '/api/points/adjustmentslist/lines/import',
        headings: ['會員編號', '點數', '備註'],
        rows: 5000,
        row: (index) => [`88${index}`, index + 1, '補點'.repeat(40)],
      },
      {
        path: '/api/corporate/coupon_card/import',
        headings: ['卡片序號'],
        rows: 50_000,
        row: (index) => [`88010000${String(index).padStart(8, '0')}`],
      },
      // Its rows are tried one by one, with database calls in between.
      { path: stores, headings: ofStores, rows: 1000, row: (index) => ofStores.map((title) => `${title}${index}`) },
    ]
    for (const { path, headings, rows, row } of imports) {
      const headers = holderOf(permissionOf(operations, 'POST', path))
      const file = await fileBody(await sheetOf(headings, rows, row), JSON.stringify({ adjustKind: '1' }))
      const answer = await send({ name: `import ${path}`, method: 'POST', path: `${path}?check=true`, headers, ...file })
      expect([path, answer.status === 200 ? '' : answer.head.slice(0, 200)]).toEqual([path, ''])
    }
    expect(slow).toEqual([])
  })

  it('the event loop is not held by hostile workbooks, nor do twenty at once keep an honest import waiting', async () => {
    const path = '/api/account/importUsers'
    const admin = headersOf.get(sessions[0] as TestSession) ?? {}
    for (const [name, { file, text }] of Object.entries(hostileWorkbooks)) {
      const answer = await send({ name, method: 'POST', path, headers: admin, ...(await fileBody(file())) })
      expect([name, answer.status, answer.head]).toEqual([name, 400, expect.stringContaining(text)])
    }
    const bomb = hostileWorkbooks['a shared text that 200,000 cells repeat']?.file() ?? new Uint8Array()
    const hostile = await fileBody(bomb)
    const many = Promise.all(
      Array.from({ length: 20 }, () => send({ name: 'one of twenty', method: 'POST', path, headers: admin, ...hostile })),
    )
    const lines = '/api/points/adjustmentslist/lines/import'
    const ops = headersOf.get(sessions[1] as TestSession) ?? {}
    const honest = await fileBody(await sheetOf(['會員編號', '點數'], 3, (row) => [`88${row}`, 1]))
    const answer = await send({ name: 'an honest import', method: 'POST', path: lines, headers: ops, ...honest })
    expect([answer.status, answer.head]).toEqual([200, expect.stringContaining('"count":3')])
    const statuses = (await many).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([400, 429]))
    expect(slow).toEqual([])
  })

  it('the event loop is not held by lists, reports and files of many rows', async () => {
    const { db } = server.database
    await sql`insert into retail_store (retail_store_no, company_no, partner_store_code, store_name, store_type, phone, city_code, district_code,
        zip_code, address, open_date, status, terminal_ids, created_by)
      select 'X' || lpad(g::text, 8, '0'), company_no, 'X' || g, left(store_name || ' ' || g, 60), store_type, phone, city_code, district_code, zip_code, address,
        open_date, status, '["1","2","3"]', created_by
      from (select * from retail_store order by id limit 1) s, generate_series(1, 6000) g`.execute(db)
    await sql`update code_table set value = '100000' where code = 'EXPORT.SYNC_LIMIT'`.execute(db)
    const ops = headersOf.get(sessions[1] as TestSession) ?? {}
    const stores = '/api/company/retail_store'
    const get = (path: string) => send({ name: path, method: 'GET', path, headers: ops })
    for (const path of [`${stores}/0/100`, `${stores}/60/100?sort=storeName.desc`, `${stores}/export`, `${stores}/export?format=csv`])
      expect([path, (await get(path)).status]).toEqual([path, 200])
    const { id } = await db
      .selectFrom('company')
      .innerJoin('retailStore', 'retailStore.companyNo', 'company.companyNo')
      .select('company.id')
      .where('retailStoreNo', '=', 'X00000001')
      .executeTakeFirstOrThrow()
    for (let round = 0; round < 2; round += 1) expect((await get(`/api/company/company_details/${id}/pdf`)).status).toBe(200)
    expect(slow).toEqual([])
  })

  it('the event loop is not held by pictures, attached files and rich texts', async () => {
    const png = Buffer.alloc(1024 * 1024 - 1)
    Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64').copy(png)
    // Whole by its parts: one chunk as large as the file allows, and the one that ends it.
    png.writeUInt32BE(png.length - 33 - 12 - 12, 33)
    png.write('IDAT', 37)
    png.write('IEND', png.length - 8)
    const picture = `data:image/png;base64,${png.toString('base64')}`
    const announcements = '/api/announcement/announcements'
    const headers = holderOf('announcement.announcements.create')
    const rich = ['<b><p>', '<a href="https://a/">', '<', '<!--', '&lt;', '<ul><li>', '<p title="']
    for (const part of rich) {
      for (const length of [19_900, 99_000, 1_000_000]) {
        const content = part.repeat(Math.floor(length / part.length))
        const body = text({ category: '1', title: 'x', content, image: picture, startAt: '2026-01-01T00:00:00Z' })
        await send({ name: `announcement of ${length} x ${part}`, method: 'POST', path: announcements, headers, body })
      }
    }
    const files = Array.from({ length: 5 }, (_unused, index) => ({ name: `${index}.png`, content: picture }))
    const lines = Array.from({ length: 5000 }, (_unused, index) => ({ memberNo: `88${index}`, points: index + 1, remark: 'x'.repeat(100) }))
    const sheet = { adjustKind: '1', attachments: files, lines }
    const ops = holderOf('points.adjustmentslist.create')
    const answer = await send({
      name: 'sheet of 5,000 lines',
      method: 'POST',
      path: '/api/points/adjustmentslist',
      headers: ops,
      body: text(sheet),
    })
    expect(answer.status).toBe(400)
    expect(slow).toEqual([])
  })

  it('so that /healthz was answered all the time', async () => {
    const { asked, wrong } = await sender.probes()
    expect(asked).toBeGreaterThan(20)
    expect(wrong).toEqual([])
  })
})
