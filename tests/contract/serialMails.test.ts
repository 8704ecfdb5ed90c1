import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { createMailJob } from '../../src/server/platform/mail/mailJob.ts'
import { deriveMailKey } from '../../src/server/platform/mail/sealedText.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '../support/mailServer.ts'
import { writtenMails } from '../support/mails.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const account = 'hr@example.com'
let server: TestServer
let smtp: MailServer
let member: TestSession
let other: TestSession
let ops: TestSession
let fm: TestSession
const received: ReceivedMail[] = []

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  smtp = await startMailServer(0, (mail) => received.push(mail))
  member = await signIn(server, account, undefined, 'portal')
  const { rows } = await sql<{ userName: string }>`
    update app_user set password_hash = (select password_hash from app_user where user_name = ${account}), must_change_password = false,
      limit_date = (select limit_date from app_user where user_name = ${account})
    where corporate_no = (
      select corporate_no from corporate_member where status = '3' and corporate_no <> 'E000001' order by corporate_no limit 1
    ) returning user_name`.execute(server.database.db)
  other = await signIn(server, rows[0]?.userName ?? '', `Demo!2025${account}`, 'portal')
  ops = await signIn(server, 'ops01')
  fm = await signIn(server, 'fm01')
}, 300_000)
afterAll(async () => {
  await smtp.close()
  await server.close()
})

async function sendAll(): Promise<void> {
  const options = { smtpUrl: smtp.url, mailFrom: 'points@example.com', key: deriveMailKey(server.app.secrets) }
  const job = createMailJob(options, server.app.activity)
  const context = { db: server.database.db, clock: server.app.clock, payload: {}, attempt: 1, progress: null }
  await job.run({ ...context, signal: new AbortController().signal, saveProgress: async () => undefined })
}

interface Delivered {
  readonly no: string
  readonly password: string
  readonly url: string
}

/** Takes an order of serials from its price to its delivery, and returns the password of its file. */
async function deliver(quantity: number): Promise<Delivered> {
  const base = '/api/corporate/corporate_settlement'
  const today = taipeiDate(new Date())
  const terms = { deliveryMethod: '1', pointsPerSerial: 100, quantity, unitPrice: 1, discountRate: 0 }
  const dates = { validFrom: today, validTo: addDays(today, 60) }
  let order = (await ops.post(base, { corporateNo: 'E000001', ...terms, ...dates })).json<Row>()
  const step = async (session: TestSession, name: string) => {
    const answer = await session.post(`${base}/${order.id}/${name}`, { rowVersion: order.rowVersion })
    expect([name, answer.statusCode]).toEqual([name, 200])
    order = answer.json<Row>()
  }
  await step(ops, 'submit')
  await step(fm, 'approve')
  await step(ops, 'generate')
  await step(ops, 'deliver')
  const no = String(order.settlementNo)
  const mails = await writtenMails(server, { subject: '點數序號檔密碼' })
  const password = /密碼：([0-9A-Z-]{19})/.exec(mails.find(({ text }) => text.includes(no))?.text ?? '')?.[1] ?? ''
  return { no, password, url: `/api/portal/settlements/${no}/serial_mails` }
}

let keys = 0
const nextKey = () => `serial-mail-of-test-${++keys}`
const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `同仁${from + index}`, email: `colleague${from + index}@example.com` }))
interface SendInput {
  readonly delivered: Delivered
  readonly recipients: object[]
  readonly key?: string | undefined
  readonly filePassword?: string | undefined
}

const send = (session: TestSession, { delivered: { url, password }, recipients, key = nextKey(), filePassword = password }: SendInput) =>
  session.post(url, { recipients, filePassword }, { 'idempotency-key': key })
const listOf = async ({ url }: Delivered) => (await member.get(`${url}/0/50`)).json<{ totalCount: number; rows: Row[] }>()
const giftsOf = (email: string) => received.filter((mail) => mail.to === email)
const serialIn = (text: string) => /點數序號：(\S+)/.exec(text)?.[1] ?? ''
const pinIn = (text: string) => /密碼：(\d{6})/.exec(text)?.[1] ?? ''

it('brings each recipient one serial of its own, tells sent only when it was, and keeps no secret', async () => {
  const order = await deliver(4)
  const key = nextKey()
  const answers = await Promise.all([
    send(member, { delivered: order, recipients: people(1, 3), key }),
    send(member, { delivered: order, recipients: people(1, 3), key }),
  ])
  expect(answers.map((answer) => [answer.statusCode, answer.body])).toEqual(Array(2).fill([200, '{"sent":3}']))
  expect((await listOf(order)).rows.map(({ state, mailCount }) => [state, mailCount])).toEqual(Array(3).fill(['waiting', 1]))
  await sendAll()
  const { rows } = await listOf(order)
  expect(rows.map(({ state, recipientName, usedPoints }) => [state, recipientName, usedPoints])).toEqual([
    ['sent', '同仁1', 0],
    ['sent', '同仁2', 0],
    ['sent', '同仁3', 0],
  ])
  const gifts = rows.flatMap(({ recipientEmail }) => giftsOf(String(recipientEmail)))
  expect(gifts).toHaveLength(3)
  const serials = gifts.map(({ text }) => serialIn(text))
  expect(new Set(serials).size).toBe(3)
  expect(gifts[0]?.text).toContain('100 點')

  // The mailed serial is valid, and everywhere else only its last characters are shown.
  const [gift] = gifts
  const opened = await server.inject({
    method: 'POST',
    url: '/api/portal/exchange/serials',
    headers: await visitor(),
    payload: { serials: [{ serialNo: serials[0], pin: pinIn(gift?.text ?? '') }] },
  })
  expect(opened.json()).toMatchObject({ totalPoints: 100 })
  const stored = await sql<{ text: string }>`
    select row_to_json(m)::text as text from mail_outbox m union all select row_to_json(s)::text from serial_mail s
    union all select row_to_json(l)::text from user_action_log l union all select row_to_json(i)::text from idempotency i
    union all select row_to_json(a)::text from activity_log a`.execute(server.database.db)
  const all = stored.rows.map(({ text }) => text).join('\n') + JSON.stringify(rows)
  for (const serial of serials) expect(all.includes(serial) || all.includes(serial.replaceAll('-', ''))).toBe(false)
  const { rows: logged } = await sql<{ action: string }>`
    select action from user_action_log where user_name = ${account} and action like ${`寄送點數序號 ${order.no}%`}`.execute(
    server.database.db,
  )
  expect(logged).toEqual([{ action: `寄送點數序號 ${order.no}（3 組）` }])

  // Only the fourth serial is left, so two more recipients are too many, and nobody gets a second one.
  const tooMany = await send(member, { delivered: order, recipients: people(4, 2) })
  expect([tooMany.statusCode, tooMany.body]).toEqual([409, '可寄送的序號只剩 1 組，請減少收件人。'])
  const again = await send(member, { delivered: order, recipients: [...people(4, 1), { name: '又', email: 'Colleague1@example.com' }] })
  expect([again.statusCode, again.json()]).toEqual([400, { 'recipients.1': expect.stringContaining('第 2 列：此電子郵件已收到') }])
  expect(await listOf(order)).toMatchObject({ totalCount: 3 })
})

it('a serial is mailed again on purpose with the same serial, three times a day, until it is used', async () => {
  const order = await deliver(2)
  expect((await send(member, { delivered: order, recipients: people(11, 1) })).statusCode).toBe(200)
  const [mailed] = (await listOf(order)).rows
  const resend = (session: TestSession) => session.post(`${order.url}/${mailed?.serialId}/mail`)
  expect((await resend(other)).statusCode).toBe(404)
  for (const _ of [1, 2, 3]) expect((await resend(member)).statusCode).toBe(200)
  expect((await resend(member)).body).toBe('此序號 24 小時內已重寄 3 次，請稍後再試，或洽客服人員。')
  await sendAll()
  expect(new Set(giftsOf('colleague11@example.com').map(({ text }) => serialIn(text))).size).toBe(1)
  expect(giftsOf('colleague11@example.com')).toHaveLength(4)
  expect((await listOf(order)).rows[0]).toMatchObject({ mailCount: 4, state: 'sent', canResend: true })
  const [gift] = giftsOf('colleague11@example.com')
  const credential = { serialNo: serialIn(gift?.text ?? ''), pin: pinIn(gift?.text ?? '') }
  const deposit = (session: TestSession) => session.post('/api/portal/serials/deposit', credential)
  expect((await deposit(other)).json()).not.toHaveProperty('depositedAt')
  // Whoever deposited it is told so when it repeats; for everybody else it is spent.
  expect((await deposit(other)).json()).toMatchObject({ depositedPoints: 100, depositedAt: expect.any(String) })
  expect((await deposit(member)).body).toBe('序號已兌畢。')
  expect((await listOf(order)).rows[0]).toMatchObject({ usedPoints: 100, canResend: false })
  expect((await resend(member)).body).toBe('此序號已兌換、凍結或失效，不需重寄。')
})

it('names every wrong row, and sends nothing then', async () => {
  const order = await deliver(2)
  const rows = [...people(21, 1), { name: '', email: 'x@example.com' }, { name: '重複', email: 'colleague21@example.com' }]
  const answer = await send(member, { delivered: order, recipients: rows })
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { 'recipients.1': '第 2 列：收件人 必填', 'recipients.2': '第 3 列：電子郵件與前面的收件人重複' },
  ])
  expect((await member.post(order.url, { recipients: people(21, 1), filePassword: order.password })).statusCode).toBe(400)
  expect(await listOf(order)).toMatchObject({ totalCount: 0 })
})

it('needs the password that only the mailbox of the account got, and tries are counted', async () => {
  const order = await deliver(2)
  const wrong = () => send(member, { delivered: order, recipients: people(31, 1), key: nextKey(), filePassword: 'AAAA-AAAA-AAAA-AAAA' })
  const answer = await wrong()
  expect([answer.statusCode, answer.json()]).toEqual([400, { filePassword: expect.stringContaining('序號檔密碼錯誤') }])
  for (let tries = 1; tries < 10; tries += 1) await wrong()
  expect((await wrong()).statusCode).toBe(429)
  expect((await send(member, { delivered: order, recipients: people(31, 1) })).statusCode).toBe(429)
  expect(await listOf(order)).toMatchObject({ totalCount: 0 })
})

it('reaches no order of others, none without a list, and nobody but members in force', async () => {
  const order = await deliver(3)
  for (const answer of [await send(other, { delivered: order, recipients: people(41, 1) }), await other.get(`${order.url}/0/10`)])
    expect(answer.statusCode).toBe(404)
  for (const session of [ops, fm]) expect((await send(session, { delivered: order, recipients: people(41, 1) })).statusCode).toBe(403)
  expect((await server.inject(`${order.url}/0/10`)).statusCode).toBe(401)
  await sql`update corporate_member set status = '5' where corporate_no = 'E000001'`.execute(server.database.db)
  expect((await send(member, { delivered: order, recipients: people(41, 1) })).body).toBe('帳號已停權，請洽客服人員。')
  await sql`update corporate_member set status = '3' where corporate_no = 'E000001'`.execute(server.database.db)
  // Frozen serials cannot be given away, and a closed list cannot be read.
  await sql`
    update point_serial set status = '7', frozen_by = 'staff'
    where id in (select id from point_serial where settlement_no = ${order.no} order by id limit 2)`.execute(server.database.db)
  expect((await send(member, { delivered: order, recipients: people(41, 2) })).statusCode).toBe(409)
  await sql`update serial_file set valid_to = now() - interval '1 day' where holder_no = ${order.no}`.execute(server.database.db)
  const closed = await send(member, { delivered: order, recipients: people(41, 1) })
  expect([closed.statusCode, closed.body]).toEqual([409, '檔案已超過下載次數或期限。'])
})

async function visitor(): Promise<Record<string, string>> {
  const answer = await server.inject({ method: 'GET', url: '/api/portal/contents/2' })
  return {
    cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '',
    'x-xsrf-token': String(answer.headers['x-xsrf-token']),
  }
}
