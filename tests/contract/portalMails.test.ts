import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMailJob } from '../../src/server/platform/mail/mailJob.ts'
import { deriveMailKey } from '../../src/server/platform/mail/sealedText.ts'
import { solveCaptcha } from '../support/solveCaptcha.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn } from './identitySession.ts'

interface Received {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

let server: TestServer
let smtp: SMTPServer
let smtpUrl: string
const received: Received[] = []

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(parseMail(Buffer.concat(chunks).toString('latin1')))
        done()
      })
    },
  })
  const port = await new Promise<number>((resolve) => {
    const listening = smtp.listen(0, '127.0.0.1', () => resolve((listening.address() as { port: number }).port))
  })
  smtpUrl = `smtp://127.0.0.1:${port}?ignoreTLS=true`
})

afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  await server.close()
})

/** Empties the outbox through the real mail server. */
async function sendAll(): Promise<void> {
  const job = createMailJob({ smtpUrl, mailFrom: 'points@example.com', key: deriveMailKey(server.app.secrets) }, server.app.activity)
  const signal = new AbortController().signal
  const context = { db: server.database.db, clock: server.app.clock, payload: {}, attempt: 1, signal, progress: null }
  await job.run({ ...context, saveProgress: async () => undefined })
}

/** As much of MIME as our mails have: encoded words, and two alternatives in base64 or quoted-printable. */
function parseMail(source: string): Received {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)`, 'im').exec(head)?.[1] ?? ''
  const boundary = /boundary="([^"]+)"/.exec(header('Content-Type'))?.[1] ?? ''
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`)
  const partOf = (type: string) => decodeBody(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? '')
  return { to: header('To'), subject: decodeWords(header('Subject')), text: partOf('text/plain'), html: partOf('text/html') }
}

function decodeWords(text: string): string {
  const words = [...text.matchAll(/=\?UTF-8\?(B|Q)\?([^?]*)\?=/gi)].map(([, kind, word]) =>
    kind?.toUpperCase() === 'B' ? Buffer.from(word ?? '', 'base64') : fromQuoted((word ?? '').replaceAll('_', ' ')),
  )
  return words.length > 0 ? Buffer.concat(words).toString('utf8') : text
}

function decodeBody(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  return (head.includes('base64') ? Buffer.from(body, 'base64') : fromQuoted(body)).toString('utf8')
}

function fromQuoted(text: string): Buffer {
  const joined = text.replace(/=\r\n/g, '')
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  )
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
    // The code for the application, the wish for a supplement, the approval with its first password.
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
    // Not by the one who asked for the supplement.
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
    const password = /初始密碼：(\S+)/.exec(approved?.text ?? '')?.[1] ?? ''
    expect(password).not.toBe('')
    expect(approved?.html).toContain('/member_login')
    expect((await signIn(server, waiting.contactEmail, password, 'portal')).claims.userType).toBe('3')
    const { rows: left } = await sql`select status from mail_outbox where status <> 'sent'`.execute(server.database.db)
    expect(left).toEqual([])
  })
})
