import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { drawCodePicture } from '../../src/server/platform/mail/codePicture.ts'
import { createMailJob } from '../../src/server/platform/mail/mailJob.ts'
import { deriveMailKey } from '../../src/server/platform/mail/sealedText.ts'
import { type MailServer, type ReceivedMail, startMailServer } from '../support/mailServer.ts'
import { solveCaptcha } from '../support/solveCaptcha.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { newKey, productNo, recipient, renumberCoupons } from './exchangeWorld.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

let server: TestServer
let smtp: MailServer
const received: ReceivedMail[] = []

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  smtp = await startMailServer(0, (mail) => received.push(mail))
})

afterAll(async () => {
  await smtp.close()
  await server.close()
})

/** Sends all mails of the outbox through the real mail server. */
async function sendAll(): Promise<void> {
  const job = createMailJob(
    { smtpUrl: smtp.url, mailFrom: 'points@example.com', key: deriveMailKey(server.app.secrets) },
    server.app.activity,
  )
  const signal = new AbortController().signal
  const context = { db: server.database.db, clock: server.app.clock, payload: {}, attempt: 1, signal, progress: null }
  await job.run({ ...context, saveProgress: async () => undefined })
}

describe('mails to corporate members', () => {
  it('arrive at a mail server as text and as HTML that say the same', async () => {
    const staff = await signIn(server, 'ops01')
    const { rows } = (await staff.get('/api/corporate/corporate/0/25?status=1')).json<{
      rows: { id: number; rowVersion: number; applyNo: string; contactEmail: string; taxNumber: string }[]
    }>()
    const [waiting] = rows
    if (!waiting) throw new Error('the demo has an application that waits')
    await sql`delete from mail_outbox`.execute(server.database.db)
    // The code for the application, the request for a supplement, and the approval with the invitation.
    const cookieAnswer = await server.inject({ method: 'GET', url: '/api/portal/contents/2' })
    const visitor = {
      cookie: String(cookieAnswer.headers['set-cookie']).split(';')[0] ?? '',
      'x-xsrf-token': String(cookieAnswer.headers['x-xsrf-token']),
    }
    const { applyNo, taxNumber } = waiting
    const payload = { applyNo, taxNumber, ...(await solveCaptcha(server, 'apply')) }
    const code = await server.inject({ method: 'POST', url: '/api/portal/corporate_member_apply/code', headers: visitor, payload })
    expect(code.statusCode).toBe(200)
    const wanted = { rowVersion: waiting.rowVersion, reviewRemark: '請補正<負責人>' }
    const asked = await staff.post(`/api/corporate/corporate/${waiting.id}/requestSupplement`, wanted)
    expect(asked.statusCode).toBe(200)
    await sql`update corporate_member set status = '1' where id = ${waiting.id}`.execute(server.database.db)
    const approval = { rowVersion: asked.json<{ rowVersion: number }>().rowVersion, creditTermDays: 0 }
    // A different person than the one who asked for the supplement.
    const second = await signIn(server, 'ops02')
    expect((await second.post(`/api/corporate/corporate/${waiting.id}/approve`, approval)).statusCode).toBe(200)
    await sendAll()

    const bySubject = (subject: string) => received.find((mail) => mail.subject === subject)
    expect(bySubject('企業會員申請驗證碼')).toMatchObject({
      to: waiting.contactEmail,
      text: expect.stringMatching(/驗證碼：\d{6}/),
      html: expect.stringContaining(applyNo),
    })
    // What people wrote stands in the HTML as text, never as markup.
    const supplement = bySubject('企業會員申請請補件')
    expect([supplement?.text.includes('請補正<負責人>'), supplement?.html.includes('請補正&lt;負責人&gt;')]).toEqual([true, true])
    const approved = bySubject('企業會員申請已核准')
    const token = /member_login\?t=([0-9a-f]{64})/.exec(approved?.text ?? '')?.[1] ?? ''
    expect(approved?.html).toContain(`/member_login?t=${token}`)
    const first = { newPassword: 'Invited!58231', confirmPassword: 'Invited!58231' }
    const set = () =>
      server.inject({ method: 'PUT', url: '/api/account/users/updateForgetPassword', headers: visitor, payload: { token, ...first } })
    expect((await set()).statusCode).toBe(200)
    expect((await signIn(server, waiting.contactEmail, first.newPassword, 'portal')).claims.userType).toBe('3')
    expect((await set()).body).toBe('連結已失效，請重新申請。')
    const { rows: left } = await sql`select status from mail_outbox where status <> 'sent'`.execute(server.database.db)
    expect(left).toEqual([])
  })

  it('bring coupons to their recipients, and leave no number behind in the outbox', async () => {
    const { db } = server.database
    await renumberCoupons(server)
    await sql`delete from mail_outbox`.execute(db)
    const member = await signIn(server, 'hr@example.com', 'Demo!2025hr@example.com', 'portal')
    const couponBatchNo = await productNo(server, '100 元現金券')
    const other = { name: '陳先生', mobile: '0987654321', email: 'chen@example.com' }
    const recipients = [recipient, other].map((one, index) => ({ ...one, couponBatchNo, quantity: index + 1 }))
    const placed = await member.post('/api/portal/exchange_v2', { orderKey: newKey(), recipients })
    expect([placed.statusCode, placed.statusCode === 200 ? '' : placed.body]).toEqual([200, ''])
    const { orderNo, coupons } = placed.json<{ orderNo: string; coupons: { couponNo: string; recipientEmail: string }[] }>()
    const sealed = JSON.stringify(await db.selectFrom('mailOutbox').selectAll().execute())
    for (const { couponNo } of coupons) expect(sealed).not.toContain(couponNo)
    await sendAll()

    for (const { email } of [recipient, other]) {
      const mail = received.find(({ to, subject }) => to === email && subject.includes(orderNo))
      for (const { couponNo, recipientEmail } of coupons) {
        const isOwn = recipientEmail === email
        expect([mail?.text.includes(couponNo), mail?.html.includes(couponNo)]).toEqual([isOwn, isOwn])
      }
      // A barcode and a QR code for each coupon, embedded in order; nothing is loaded from other servers.
      const own = coupons.filter(({ recipientEmail }) => recipientEmail === email).map(({ couponNo }) => couponNo.replaceAll('-', ''))
      const drawn = own.flatMap((couponNo) =>
        (['barcode', 'qr'] as const).map((kind) => drawCodePicture(kind, couponNo).toString('base64')),
      )
      expect([...(mail?.pictures.values() ?? [])].map((picture) => picture.toString('base64'))).toEqual(drawn)
      const named = [...(mail?.html.matchAll(/<img src="([^"]*)"/g) ?? [])].map(([, source]) => source)
      expect(named).toEqual([...(mail?.pictures.keys() ?? [])].map((id) => `cid:${id}`))
    }
    expect(await db.selectFrom('mailOutbox').select(['status', 'sealed']).execute()).toEqual(
      Array(2).fill({ status: 'sent', sealed: null }),
    )
    const log = await db.selectFrom('activityLog').select('detail').where('logCategory', '=', '5').execute()
    for (const { couponNo } of coupons) expect(JSON.stringify(log)).not.toContain(couponNo)
  })

  it('send the password of a file of serials apart from the way to it, and no serial at all', async () => {
    await sql`delete from mail_outbox`.execute(server.database.db)
    const order = await deliverSerials()
    await sendAll()
    const of = (subject: string) => received.filter((mail) => mail.subject === subject && mail.text.includes(order)).at(-1)
    const [ready, secret] = [of('點數序號已交付'), of('點數序號檔密碼')]
    expect([ready?.to, secret?.to]).toEqual(['hr@example.com', 'hr@example.com'])
    const password = /密碼：([0-9A-Z-]{19})/.exec(secret?.text ?? '')?.[1] ?? ''
    expect(password).not.toBe('')
    expect(secret?.html).toContain(password)
    expect(`${ready?.text} ${ready?.html}`).not.toContain(password)
    const member = await signIn(server, 'hr@example.com', 'Demo!2025hr@example.com', 'portal')
    const file = await member.post(`/api/portal/settlements/${order}/file`)
    const [entry] = await new ZipReader(new BlobReader(new Blob([new Uint8Array(file.rawPayload)])), { password }).getEntries()
    if (!entry || entry.directory) throw new Error('an empty zip')
    const [, ...serials] = await readSheet(Buffer.from(await entry.getData(new Uint8ArrayWriter())))
    expect(serials).toHaveLength(2)
    for (const [serialNo] of serials) expect(received.some((mail) => mail.text.includes(String(serialNo)))).toBe(false)
  })
})

/** Takes an order of two serials from price to delivery. @returns its number */
async function deliverSerials(): Promise<string> {
  const base = '/api/corporate/corporate_settlement'
  const [ops, head, finance] = await Promise.all(['ops01', 'fm01', 'fin01'].map((account) => signIn(server, account)))
  const today = taipeiDate(new Date())
  const terms = { deliveryMethod: '1', pointsPerSerial: 100, quantity: 2, unitPrice: 1, discountRate: 0 }
  const dates = { validFrom: today, validTo: addDays(today, 60) }
  let order = (await ops?.post(base, { corporateNo: 'E000001', ...terms, ...dates }))?.json<Row>()
  const step = async (session: TestSession | undefined, name: string, input: object = {}) => {
    const answer = await session?.post(`${base}/${order?.id}/${name}`, { rowVersion: order?.rowVersion, ...input })
    expect([name, answer?.statusCode, answer?.statusCode === 200 ? '' : answer?.body]).toEqual([name, 200, ''])
    order = answer?.json<Row>()
  }
  await step(ops, 'submit')
  await step(head, 'approve')
  await step(finance, 'pay', { receivedAmount: order?.totalAmount, receivedDate: today, receivedRef: 'T1' })
  await step(ops, 'generate')
  await step(ops, 'deliver')
  return String(order?.settlementNo)
}
