import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths, taipeiDate } from '../../src/rules/dates.ts'
import { deriveMailKey, openMail } from '../../src/server/platform/mail/sealedText.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { askNow, sendDue } from '../../src/server/subscriptions/sendSubscriptions.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import type { TestSession } from './identitySession.ts'
import { signInWith } from './staffUser.ts'

const schemas = mkdtempSync(join(tmpdir(), 'subscriptions-'))
const url = '/api/subscriptions'
const uri = '/_example/sale_report'
let server: TestServer
let reader: TestSession
let stranger: TestSession

const today = () => taipeiDate(new Date())
/** First day of the month before. */
const lastMonth = () => addMonths(`${today().slice(0, 7)}-01`, -1)
const wanted = {
  ...{ uri, title: '銷售月報', query: '', contents: 'rows', group: null, format: 'xlsx', range: null },
  ...{ every: 'month', day: 1, hour: 8, skipsEmpty: false, isEnabled: true },
}

interface Listed {
  readonly id: number
  readonly title: string
  readonly nextAt: string
  readonly lastAt: string | null
  readonly lastCount: number | null
  readonly problem: string | null
  readonly rowVersion: number
  readonly screenTitle: string | null
}
const listOf = async (session: TestSession) => (await session.get(url)).json<{ email: string; rows: Listed[] }>()
const onlyOne = async () => (await listOf(reader)).rows[0] ?? expect.fail('there is no subscription')

async function subscribe(more: object = {}): Promise<number> {
  const made = await reader.post(url, { ...wanted, ...more })
  expect([made.statusCode, made.body]).toEqual([201, expect.any(String)])
  return made.json<{ id: number }>().id
}

/** Lets the time come, and sends. @returns the mails that were written */
async function sendAll() {
  const { db } = server.database
  await sql`delete from mail_outbox`.execute(db)
  await sql`update subscription set next_at = now() - interval '1 second'`.execute(db)
  await sendDue(server.app, db, new AbortController().signal)
  const { rows } = await sql<{ to: string; subject: string; sealed: string }>`
    select recipient as "to", subject, sealed from mail_outbox order by id`.execute(db)
  return rows.map(({ sealed, ...envelope }) => ({ ...envelope, ...openMail(deriveMailKey(server.app.secrets), envelope, sealed) }))
}

/** The table in the only file of the only mail. */
async function sheetOf(mails: Awaited<ReturnType<typeof sendAll>>) {
  const [file, ...others] = mails.flatMap(({ files = [] }) => files)
  expect([mails.length, others.length]).toEqual([1, 0])
  return readSheet(Buffer.from(file?.base64 ?? '', 'base64'))
}

async function sell(saleNo: string, day: string, more: object = {}): Promise<void> {
  const values = { saleNo, channel: '1', soldAt: `${day}T04:00:00Z`, points: 10, amount: 100, ...more }
  const body = JSON.stringify(values)
  await sql`insert into record_document (entity, body, created_by, updated_by) values ('exampleSale', ${body}::jsonb, '系統', '系統')`.execute(
    server.database.db,
  )
}

beforeAll(async () => {
  cpSync(join(projectRoot, 'schemas'), schemas, { recursive: true })
  for (const folder of ['entities', 'screens', 'dictionaries'])
    cpSync(join(projectRoot, 'tests/screens/examples/report', folder), join(schemas, folder), { recursive: true })
  server = await startTestServer({ environment: { SCHEMAS_DIR: schemas } })
  expect(server.app.documents.diagnostics().filter(({ severity }) => severity === 'error')).toEqual([])
  const granted = ['sale_report', 'sale_report_pivot', 'sale_report_compare'].flatMap((name) => [
    `example.${name}.view`,
    `example.${name}.export`,
  ])
  reader = await signInWith(server, 'READER', granted)
  stranger = await signInWith(server, 'STRANGER', ['example.sale_report.view'])
  await sell('S1', addDays(lastMonth(), 2), { amount: 300 })
  await sell('S2', addDays(lastMonth(), 3), { channel: '2', amount: 50 })
  await sell('S3', today(), { amount: 7 })
})
afterAll(async () => {
  await server.close()
  rmSync(schemas, { recursive: true })
})
afterEach(async () => {
  await sql`delete from subscription`.execute(server.database.db)
})

describe('a subscription', () => {
  it('a subscription sends the list as its user would export it, once, and keeps its rhythm', async () => {
    await subscribe({ query: 'channel=1' })
    const mails = await sendAll()
    expect(mails).toMatchObject([{ to: 'reader77@example.com', subject: '定期寄送：銷售月報' }])
    expect(mails[0]?.text).toContain(`${server.app.config.publicUrl}${uri}?channel=1`)
    const [headings, ...rows] = await sheetOf(mails)
    expect(headings?.slice(0, 2)).toEqual(['銷售單號', '通路'])
    expect(rows.map((row) => row.slice(0, 2))).toEqual([
      ['S3', '門市'],
      ['S1', '門市'],
      ['總計', null],
    ])
    expect(await onlyOne()).toMatchObject({ lastCount: 2, problem: null, screenTitle: '銷售彙總' })
    const { nextAt } = await onlyOne()
    expect(taipeiDate(new Date(nextAt)).slice(8)).toBe('01')
    expect(Date.parse(nextAt)).toBeGreaterThan(Date.now())
    await sql`delete from mail_outbox`.execute(server.database.db)
    await sendDue(server.app, server.database.db, new AbortController().signal)
    expect((await sql`select from mail_outbox`.execute(server.database.db)).rows).toEqual([])
  })

  it('a subscription to the month before has its days whatever the address says', async () => {
    await subscribe({ query: `soldAtFrom=${today()}&soldAtTo=${today()}`, range: { field: 'soldAt', span: 'month' } })
    const rows = await sheetOf(await sendAll())
    expect(rows.slice(1).map(([no]) => no)).toEqual(['S2', 'S1', '總計'])
  })

  it('a subscription with alternatives has what holds in one of them', async () => {
    await subscribe({
      query: new URLSearchParams([
        ['any', `channel=2&soldAtTo=${addDays(today(), -1)}`],
        ['any', `channel.ne=2&soldAtFrom=${today()}`],
      ]).toString(),
    })
    const rows = await sheetOf(await sendAll())
    expect(rows.slice(1).map(([no]) => no)).toEqual(['S3', 'S2', '總計'])
    const asked = { query: new URLSearchParams({ any: 'color=red' }).toString() }
    expect((await reader.post(url, { ...wanted, ...asked })).body).toContain('進階條件')
  })

  it('a subscription to the sums has the table of the report, also one across, and one of the period before', async () => {
    const range = { field: 'soldAt', span: 'month' }
    await subscribe({ contents: 'sums', range })
    const month = `${lastMonth().slice(0, 4)}年${lastMonth().slice(5, 7)}月`
    expect(await sheetOf(await sendAll())).toEqual([
      ['通路', '月份', '筆數', '點數', '金額'],
      // In the order of their dictionary.
      ['網路', month, 1, 10, 50],
      ['門市', month, 1, 10, 300],
      ['總計', null, 2, 20, 350],
    ])
    await sql`delete from subscription`.execute(server.database.db)
    await subscribe({ uri: '/_example/sale_report_pivot', contents: 'sums', range })
    expect(await sheetOf(await sendAll())).toEqual([
      ['月份', '網路 金額', '網路 平均金額', '門市 金額', '門市 平均金額', '總計 金額', '總計 平均金額'],
      [month, 50, 50, 300, 300, 350, 175],
      ['總計', 50, 50, 300, 300, 350, 175],
    ])
    await sql`delete from subscription`.execute(server.database.db)
    await subscribe({ uri: '/_example/sale_report_compare', contents: 'sums', format: 'csv', range })
    const [mail] = await sendAll()
    const text = Buffer.from(mail?.files?.[0]?.base64 ?? '', 'base64').toString('utf8')
    expect(text).toMatch(/^\ufeff"通路","金額","前期金額","增減"/)
    expect(text).toContain('"門市",300,')
  })

  it('a subscription is sent once, also when several processes look at the same time', async () => {
    const { db } = server.database
    for (let each = 0; each < 5; each += 1) await subscribe({ title: `第 ${each} 項` })
    await sql`delete from mail_outbox`.execute(db)
    await sql`update subscription set next_at = now() - interval '1 second'`.execute(db)
    const { signal } = new AbortController()
    await Promise.all([1, 2, 3].map(() => sendDue(server.app, db, signal)))
    const { rows } = await sql<{ subject: string }>`select subject from mail_outbox order by subject`.execute(db)
    expect(rows.map(({ subject }) => subject)).toEqual([0, 1, 2, 3, 4].map((each) => `定期寄送：第 ${each} 項`))
  })

  it('a subscription without records is sent unless its user does not want that', async () => {
    const id = await subscribe({ query: 'channel=1&soldAtFrom=2020-01-01&soldAtTo=2020-01-02' })
    expect(await sheetOf(await sendAll())).toHaveLength(2)
    const { rowVersion } = await onlyOne()
    const { uri: _uri, ...rest } = wanted
    const changed = { ...rest, query: 'channel=1&soldAtFrom=2020-01-01&soldAtTo=2020-01-02', skipsEmpty: true, rowVersion }
    expect((await reader.put(`${url}/${id}`, changed)).statusCode).toBe(204)
    expect(await sendAll()).toEqual([])
    expect(await onlyOne()).toMatchObject({ lastCount: 0, problem: null })
  })

  it('a subscription is logged with what it asks for, and each file like an export', async () => {
    const id = await subscribe()
    await sendAll()
    await reader.delete(`${url}/${id}`)
    const { rows } = await sql<{ action: string; userName: string }>`
      select action, user_name as "userName" from user_action_log where action ~ '銷售' order by occurred_at desc limit 3`.execute(
      server.database.db,
    )
    expect(rows.map(({ action, userName }) => [action, userName])).toEqual([
      ['刪除定期寄送「銷售月報」', 'reader77'],
      ['匯出銷售彙總 3 筆', 'reader77'],
      ['設定定期寄送「銷售月報」', 'reader77'],
    ])
  })
})

describe('what a subscription may show', () => {
  const setPermissions = (permissions: readonly string[]) =>
    sql`update app_role set permissions = ${JSON.stringify(permissions)}::jsonb where role_code = 'READER'`.execute(server.database.db)
  const stored = async () =>
    (await sql<{ permissions: string[] }>`select permissions from app_role where role_code = 'READER'`.execute(server.database.db)).rows[0]
      ?.permissions ?? []

  it('whoever loses the permission gets a mail that says so, once and without a file', async () => {
    await subscribe()
    const permissions = await stored()
    try {
      await setPermissions(['example.sale_report.view'])
      const mails = await sendAll()
      expect(mails).toMatchObject([{ subject: '定期寄送未完成：銷售月報' }])
      expect(mails[0]).not.toHaveProperty('files')
      expect(mails[0]?.text).toContain('您沒有匯出「銷售彙總」的權限。')
      expect(await onlyOne()).toMatchObject({ lastCount: null, problem: '您沒有匯出「銷售彙總」的權限。' })
      expect(await sendAll()).toEqual([])
      await setPermissions([])
      server.app.sessions.forgetAll()
      expect((await sendAll())[0]?.text).toContain('權限')
      expect((await onlyOne()).screenTitle).toBeNull()
    } finally {
      await setPermissions(permissions)
      server.app.sessions.forgetAll()
    }
    expect(await sendAll()).toMatchObject([{ subject: '定期寄送：銷售月報' }])
    expect((await onlyOne()).problem).toBeNull()
  })

  it('nobody who cannot sign in gets anything', async () => {
    await subscribe()
    const change = (set: ReturnType<typeof sql>) => sql`update app_user set ${set} where user_name = 'reader77'`.execute(server.database.db)
    await change(sql`status = '0', is_enabled = false`)
    expect(await sendAll()).toEqual([])
    await change(sql`status = '1', is_enabled = true, deleted_at = now()`)
    expect(await sendAll()).toEqual([])
    await change(sql`deleted_at = null, limit_date = '2020-01-01'`)
    expect((await sendAll())[0]?.text).toContain('密碼已到期')
    await change(sql`limit_date = '2030-01-01'`)
    server.app.sessions.forgetAll()
    expect(await sendAll()).toHaveLength(1)
  })

  it('nothing is kept without the permission to export, for an unknown screen or impossible conditions', async () => {
    const refused = async (session: TestSession, more: object) => {
      const answer = await session.post(url, { ...wanted, ...more })
      return [answer.statusCode, answer.body]
    }
    expect(await refused(stranger, {})).toEqual([403, '您沒有匯出「銷售彙總」的權限。'])
    expect(await refused(reader, { uri: '/_example/nothing' })).toEqual([400, '此畫面已不存在，請刪除這項定期寄送。'])
    expect((await refused(reader, { uri: '/_authority/users' }))[0]).toBe(403)
    expect((await refused(reader, { query: 'color=red' }))[1]).toMatch(/^查詢條件已不適用/)
    expect((await refused(reader, { range: { field: 'channel', span: 'month' } }))[0]).toBe(400)
    expect((await refused(reader, { every: 'week', day: 8 }))[0]).toBe(400)
    expect((await refused(reader, { uri: '/_example/sale_report_compare', query: 'soldAtFrom=2020-01-01&soldAtTo=2026-01-01' }))[0]).toBe(
      400,
    )
    expect((await listOf(reader)).rows).toEqual([])
  })

  it('a title is one line, so it adds nothing to the head of a mail', async () => {
    const made = await reader.post(url, { ...wanted, title: '一\r\nBcc: x@example.com' })
    expect(made.statusCode).toBe(201)
    expect((await onlyOne()).title).toBe('一 Bcc: x@example.com')
  })

  it('subscriptions of others are neither read, changed, removed nor sent', async () => {
    const id = await subscribe()
    const { uri: _uri, ...rest } = wanted
    expect((await listOf(stranger)).rows).toEqual([])
    expect((await stranger.put(`${url}/${id}`, { ...rest, rowVersion: 0 })).statusCode).toBe(404)
    expect((await stranger.delete(`${url}/${id}`)).statusCode).toBe(404)
    expect((await stranger.post(`${url}/${id}/send`)).statusCode).toBe(404)
    expect((await onlyOne()).rowVersion).toBe(0)
  })

  it('a subscription that somebody changed in another window is not overwritten, and one of a user who lost the permission can be stopped', async () => {
    const id = await subscribe()
    const { uri: _uri, ...rest } = wanted
    const permissions = await stored()
    expect((await reader.put(`${url}/${id}`, { ...rest, rowVersion: 1 })).statusCode).toBe(409)
    try {
      await setPermissions([])
      server.app.sessions.forgetAll()
      expect((await reader.put(`${url}/${id}`, { ...rest, rowVersion: 0 })).statusCode).toBe(403)
      expect((await reader.put(`${url}/${id}`, { ...rest, isEnabled: false, rowVersion: 0 })).statusCode).toBe(204)
    } finally {
      await setPermissions(permissions)
      server.app.sessions.forgetAll()
    }
    const { rows } = await sql`select from subscription where is_enabled`.execute(server.database.db)
    expect(rows).toEqual([])
  })

  it('nobody has more than twenty, also when many are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 22 }, () => reader.post(url, wanted)))
    expect(made.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20)
    expect((await listOf(reader)).rows).toHaveLength(20)
  })

  it('one can be sent at once, but none again within a minute, however many are asked for at the same time', async () => {
    const ids = [await subscribe(), await subscribe(), await subscribe()]
    const answers = await Promise.all(ids.map((id) => reader.post(`${url}/${id}/send`)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409])
    await sendDue(server.app, server.database.db, new AbortController().signal)
    expect((await listOf(reader)).rows.filter(({ lastCount }) => lastCount === 3)).toHaveLength(1)
    for (const id of ids) expect((await reader.post(`${url}/${id}/send`)).statusCode).toBe(409)
  })

  it('a call that read its clock before another, and came after it, sends nothing more', async () => {
    const ids = [await subscribe(), await subscribe()]
    const { db } = server.database
    const { rows } = await sql<{ userId: number }>`select user_id as "userId" from subscription`.execute(db)
    const userId = rows[0]?.userId ?? expect.fail('there is no subscription')
    const now = new Date()
    const asked = ids.map((id, place) => () => askNow(db, { id, userId, now: new Date(now.getTime() - place * 50) }))
    expect([await asked[0]?.(), await asked[1]?.()]).toEqual([true, false])
  })
})
