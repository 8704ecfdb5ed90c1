import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { tellOfDates } from '../../src/server/records/notices/dates.ts'
import type { EngineServices } from '../../src/server/records/services.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import type { TestSession } from './identitySession.ts'
import { signInAs, signInWith } from './staffUser.ts'

const schemas = mkdtempSync(join(tmpdir(), 'notices-'))
const loans = '/api/example/loans'
let server: TestServer
let maker: TestSession
let checker: TestSession
let other: TestSession

interface Told {
  readonly title: string
  readonly text: string | null
  readonly address: string
  readonly isRead: boolean
  readonly id: number
}
const toldOf = async (session: TestSession) =>
  (await session.get('/api/noticeboard/notices/0/50')).json<{ rows: Told[]; unreadCount: number; totalCount: number }>()
const titlesOf = async (session: TestSession) => (await toldOf(session)).rows.map(({ title }) => title)
const mailsTo = async () =>
  (await sql<{ recipient: string; subject: string }>`select recipient, subject from mail_outbox order by recipient`.execute(server.app.db))
    .rows
const today = () => taipeiDate(new Date())

async function lend(item: string, more: object = {}): Promise<{ id: number; rowVersion: number; loanNo: string }> {
  const made = await maker.post(loans, { item, dueDate: addDays(today(), 30), ...more })
  expect(made.statusCode).toBe(201)
  return made.json()
}
const step = async (session: TestSession, name: string, { id, rowVersion }: { id: number; rowVersion: number }) => {
  const answer = await session.post(`${loans}/${id}/${name}`, { rowVersion })
  expect([name, answer.statusCode]).toEqual([name, 200])
  return answer.json<{ id: number; rowVersion: number; loanNo: string }>()
}

/** Records that belong to a merchant, with a step that tells everybody who may see them. */
function writeMerchantNotes(): void {
  const entity = {
    ...{
      $schema: '../../language/entity.schema.json',
      name: 'merchantNote',
      title: '紀要',
      key: 'noteNo',
      label: 'noteNo',
      type: 'object',
    },
    scope: 'companyNo',
    properties: {
      noteNo: { type: 'string', title: '編號', 'x-unique': true, maxLength: 10 },
      companyNo: { type: 'string', title: '特約商', maxLength: 10 },
      status: {
        ...{ type: 'string', title: '狀態', default: 'draft', 'x-computed': true },
        ...{ 'x-dictionary': 'ExampleLoanStatus', enum: ['draft', 'returned'] },
      },
    },
    required: ['noteNo', 'companyNo'],
    transitions: {
      send: {
        ...{ label: '發送', field: 'status', from: ['draft'], to: 'returned', permission: 'send' },
        notify: { title: '{noteNo}\n已發送', to: [{ permission: 'view' }] },
      },
    },
    final: ['returned'],
  }
  const screen = {
    ...{ $schema: '../../language/screen.schema.json', uri: '/_example/merchant_notes', title: '紀要', entity: 'merchantNote' },
    list: { columns: ['noteNo', 'companyNo', 'status'], toolbar: ['create'], rowActions: ['send'] },
    forms: { create: { fields: ['noteNo', 'companyNo'] } },
  }
  writeFileSync(join(schemas, 'entities/example/merchantNote.json'), JSON.stringify(entity))
  writeFileSync(join(schemas, 'screens/_example/merchant_notes.json'), JSON.stringify(screen))
}

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  for (const folder of ['entities', 'screens', 'dictionaries'])
    cpSync(join(projectRoot, 'tests/screens/examples/notices', folder), join(schemas, folder), { recursive: true })
  writeMerchantNotes()
  server = await startTestServer({ environment: { SCHEMAS_DIR: schemas } })
  expect(server.app.documents.diagnostics()).toEqual([])
  const granted = (...actions: string[]) => actions.map((action) => `example.loans.${action}`)
  maker = await signInWith(server, 'MAKER', granted('view', 'create', 'edit', 'submit'))
  checker = await signInWith(server, 'CHECKER', granted('view', 'approve', 'edit'))
  // May approve, but nobody let this role open the screen.
  other = await signInWith(server, 'BLIND', granted('approve'))
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true })
})

describe('notices of a step', () => {
  it('notices of a step tell those who have the permission and may see the record, and not who took it', async () => {
    const loan = await step(maker, 'submit', await lend('投影機'))
    const { rows, unreadCount } = await toldOf(checker)
    expect(unreadCount).toBe(1)
    expect(rows).toMatchObject([
      {
        title: '投影機 等候核准借出',
        text: `maker77 申請借用到 ${addDays(today(), 30)}。`,
        address: `/_example/loans?record=${loan.loanNo}&form=view`,
        isRead: false,
      },
    ])
    expect([await titlesOf(maker), await titlesOf(other)]).toEqual([[], []])
  })

  it('notices of a step tell whom a field names, by mail too, and an address outside by mail only', async () => {
    const loan = await step(maker, 'submit', await lend('相機', { contactEmail: 'outside@example.com' }))
    await step(checker, 'approve', loan)
    expect(await titlesOf(maker)).toEqual(['相機 已核准借出'])
    expect(await mailsTo()).toEqual([
      { recipient: 'maker77@example.com', subject: '相機 已核准借出' },
      { recipient: 'outside@example.com', subject: '相機 已核准借出' },
    ])
  })

  it('notices of a step are not written when the step is refused, or its condition is not met', async () => {
    const before = (await titlesOf(checker)).length
    const loan = await lend('未送審')
    expect((await maker.post(`${loans}/${loan.id}/approve`, { rowVersion: loan.rowVersion })).statusCode).toBe(403)
    const lent = await step(checker, 'approve', await step(maker, 'submit', await lend('準時歸還')))
    await step(maker, 'submit', loan)
    await step(checker, 'giveBack', lent)
    expect((await titlesOf(checker)).length).toBe(before + 2)
    expect(await titlesOf(checker)).not.toContain('準時歸還 逾期歸還')
  })

  it('notices of a step with several records tell of each that went through', async () => {
    const rows = [await lend('一號'), await step(maker, 'submit', await lend('先送的')), await lend('二號')]
    const answer = await maker.post(`${loans}/submit`, { ids: rows.map(({ id }) => id) })
    expect(answer.json()).toMatchObject({ okCount: 2, failedCount: 1 })
    const told = (await titlesOf(checker)).slice(0, 3)
    expect(told.sort()).toEqual(['一號 等候核准借出', '二號 等候核准借出', '先送的 等候核准借出'])
  })

  it('notices of a step about records of a merchant reach its people and the staff, and nobody of another one', async () => {
    const views = ['example.merchant_notes.view']
    await sql`insert into app_role (role_code, role_name, user_type, permissions, is_system, is_enabled, created_by)
      values ('SHOP1', 'SHOP1', '2', ${JSON.stringify(views)}::jsonb, false, true, '系統'),
        ('SHOP2', 'SHOP2', '2', ${JSON.stringify(views)}::jsonb, false, true, '系統')`.execute(server.app.db)
    const own = await signInAs(server, 'SHOP1', new Date(), 'C000001')
    const foreign = await signInAs(server, 'SHOP2', new Date(), 'C000002')
    const clerk = await signInWith(server, 'NOTES', [...views, 'example.merchant_notes.create', 'example.merchant_notes.send'])
    const reader = await signInWith(server, 'NOTESREAD', views)
    const made = await clerk.post('/api/example/merchant_notes', { noteNo: 'N1', companyNo: 'C000001' })
    expect([made.statusCode, made.body]).toEqual([201, expect.anything()])
    const { id, rowVersion } = made.json<{ id: number; rowVersion: number }>()
    expect((await clerk.post(`/api/example/merchant_notes/${id}/send`, { rowVersion })).statusCode).toBe(200)
    const told = await Promise.all([own, foreign, reader, clerk].map(titlesOf))
    expect(told).toEqual([['N1 已發送'], [], ['N1 已發送'], []])
  })

  it('a value cannot begin a line of its own in the title of a notice', async () => {
    await step(maker, 'submit', await lend('甲\r\nBcc: x@example.com'))
    expect((await titlesOf(checker))[0]).toBe('甲 Bcc: x@example.com 等候核准借出')
  })
})

describe('notices of a date', () => {
  /** As the job of another process does it, on any morning. */
  const tellAt = (day: string) => {
    const { app } = server
    const services: EngineServices = {
      findEntity: (name) => app.documents.entity(name),
      entities: () => [...app.documents.current().entities.values()],
      findOptions: app.dictionaries.find,
      findLabels: app.dictionaries.labels,
      reportFailure: (error) => {
        throw error
      },
      hooks: new Map(),
      writes: {} as EngineServices['writes'],
      rowKey: new Uint8Array(32),
      notices: {
        screensOf: (entity) => [...app.documents.current().screens.values()].filter((screen) => screen.entity.name === entity),
        enqueueMail: app.mail.enqueue,
        enqueueWebhook: app.webhooks.enqueue,
        publicUrl: 'http://localhost',
      },
    }
    return tellOfDates(services, app.db, new Date(`${day}T08:00:00+08:00`), new AbortController().signal)
  }

  it('notices of a date come once, on the day, for records that meet the condition', async () => {
    const due = addDays(today(), 20)
    const lent = await step(checker, 'approve', await step(maker, 'submit', await lend('腳架', { dueDate: due })))
    await lend('草稿的腳架', { dueDate: due })
    expect(await tellAt(addDays(due, -4))).toBe(0)
    expect(await tellAt(addDays(due, -3))).toBe(2)
    expect(await tellAt(addDays(due, -3))).toBe(0)
    const titles = await titlesOf(maker)
    expect(titles.filter((title) => title.includes('腳架'))).toEqual(['腳架 三天後要歸還', '腳架 已核准借出'])
    expect((await toldOf(checker)).rows[0]?.text).toBe(`單號 ${lent.loanNo}，歸還日 ${due}。已經歸還的話，請在單子上按「歸還」。`)
  })

  it('notices of a date that several processes look for are told once', async () => {
    const due = addDays(today(), 15)
    for (const item of ['甲', '乙', '丙']) await step(checker, 'approve', await step(maker, 'submit', await lend(item, { dueDate: due })))
    await Promise.all([tellAt(addDays(due, -3)), tellAt(addDays(due, -3))])
    const told = (await titlesOf(maker)).filter((title) => /^[甲乙丙] 三天後要歸還$/.test(title))
    expect(told.sort()).toEqual(['丙 三天後要歸還', '乙 三天後要歸還', '甲 三天後要歸還'])
  })
})

describe('notices on the board', () => {
  it('notices on the board are marked as read by their reader only, one or all', async () => {
    const { rows } = await toldOf(checker)
    const first = rows[0]?.id ?? 0
    expect((await maker.post(`/api/noticeboard/notices/${first}/read`, {})).statusCode).toBe(404)
    expect((await checker.post(`/api/noticeboard/notices/${first}/read`, {})).statusCode).toBe(204)
    expect((await toldOf(checker)).rows[0]?.isRead).toBe(true)
    expect((await toldOf(checker)).unreadCount).toBe(rows.filter(({ isRead }) => !isRead).length - 1)
    const ofMaker = (await toldOf(maker)).unreadCount
    // What came after the newest that was seen stays new.
    const second = (await toldOf(checker)).rows[1]?.id ?? 0
    await step(maker, 'submit', await lend('剛到的'))
    expect((await checker.post('/api/noticeboard/notices/read', { until: first })).statusCode).toBe(204)
    expect(second).toBeLessThan(first)
    expect((await toldOf(checker)).unreadCount).toBe(1)
    const newest = (await toldOf(checker)).rows[0]?.id ?? 0
    expect((await checker.post('/api/noticeboard/notices/read', { until: newest })).statusCode).toBe(204)
    expect([(await toldOf(checker)).unreadCount, (await toldOf(maker)).unreadCount]).toEqual([0, ofMaker])
  })
})
