import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Picture } from '../../src/answers/pictures.ts'
import { lastSupplementDay } from '../../src/server/domain/corporate/corporateRules.ts'
import { expireSupplements } from '../../src/server/domain/corporate/jobs.ts'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import { writtenMails } from '../support/mails.ts'
import { solveCaptcha } from '../support/solveCaptcha.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { postPassword, signIn, type TestSession } from './identitySession.ts'

const png = `data:image/png;base64,${readFileSync(join(projectRoot, 'src/server/demo/pictures/certificate.png')).toString('base64')}`
const form = {
  applyType: '1',
  taxNumber: '04595252',
  companyName: '澄光科技股份有限公司',
  responsiblePerson: '林怡君',
  industry: '3',
  cityCode: '63000',
  districtCode: '63000106',
  zipCode: '106',
  address: '信義路四段1號',
  phoneArea: '02',
  phoneNumber: '27551234',
  phoneExt: '12',
  contactName: '陳柏翰',
  contactDept: '',
  contactTitle: null,
  contactMobile: '0912345678',
  contactEmail: 'boss@example.com',
  invoiceEmail: 'invoice@example.com',
  expectedPoints: null,
  certificate: png,
  agree: true,
  policyVersion: '2025.1',
  privacyVersion: '2025.1',
}

/** The form has the field although the server does not ask for it. */
const unasked = { captcha: 'not asked for here' }

let server: TestServer
let ops: TestSession
let visitor: Readonly<Record<string, string>>

beforeAll(async () => {
  // Working out captchas is most of the time of such calls; those that are about captchas have a server of their own.
  const environment = { CAPTCHA: 'off', REGISTRATIONS_PER_HOUR: '3', FORGOT_PASSWORD_PER_HOUR: '10' }
  server = await startTestServer({ demo: true, environment })
  ops = await signIn(server, 'ops01')
  visitor = await headersOfVisitor(server)
})

async function headersOfVisitor(at: TestServer): Promise<Readonly<Record<string, string>>> {
  const answer = await at.inject({ method: 'GET', url: '/api/portal/contents/2' })
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  return { cookie, 'x-xsrf-token': String(answer.headers['x-xsrf-token']) }
}

afterAll(() => server.close())

let address = 0
/** Every test uses its own address, unless it tests the limits. */
const nextAddress = () => `10.1.0.${++address}`

function post(url: string, payload: object, { key, ip = nextAddress() }: { key?: string; ip?: string } = {}) {
  return server.inject({
    method: 'POST',
    url,
    remoteAddress: ip,
    headers: { ...visitor, ...(key ? { 'idempotency-key': key } : {}) },
    payload,
  })
}

const password = 'Invited!58231'
const tokenIn = (text: string | undefined) => /member_login\?t=([0-9a-f]{64})/.exec(text ?? '')?.[1] ?? ''
const tryPassword = (account: string, guess: string) => postPassword(server, account, guess, 'portal')

function setPassword(token: string, newPassword = password) {
  const payload = { token, newPassword, confirmPassword: newPassword }
  return server.inject({ method: 'PUT', url: '/api/account/users/updateForgetPassword', headers: visitor, payload })
}

let keys = 0
const nextKey = () => `test-key-${String(++keys).padStart(12, '0')}`

async function register(changes: object = {}, options: { key?: string; ip?: string } = {}) {
  return post('/api/portal/corporate_member_register', { ...form, ...changes, ...unasked }, { key: nextKey(), ...options })
}

async function lastMail(recipient: string) {
  const [newest] = await writtenMails(server, { to: recipient })
  return newest
}

interface Member {
  readonly id: number
  readonly rowVersion: number
  readonly [field: string]: unknown
}

async function findMember(applyNo: string): Promise<Member> {
  const { rows } = (await ops.get(`/api/corporate/corporate/0/25?applyNo=${applyNo}`)).json<{ rows: Member[] }>()
  return (await ops.get(`/api/corporate/corporate/${rows[0]?.id}`)).json<Member>()
}

describe('reading without sign-in', () => {
  it.each(['1', '2', '3', '4', '5', '6', '7'])('gives the published texts of type %s', async (type) => {
    const answer = await server.inject({ method: 'GET', url: `/api/portal/contents/${type}` })
    expect(answer.statusCode).toBe(200)
    expect(answer.json<{ title: string; version: string }[]>().every((one) => one.title !== '' && one.version === '2025.1')).toBe(true)
    expect(answer.json<unknown[]>().length).toBeGreaterThan(0)
  })

  it('gives the pictures of banner and steps by their place, and 404 where there is none', async () => {
    const read = (url: string) => server.inject({ method: 'GET', url })
    const steps = (await read('/api/portal/contents/5')).json<{ image: string }[]>()
    expect(steps[1]?.image).toBe('/api/portal/contents/5/pictures/1')
    for (const address of ['/api/portal/contents/1/pictures/0', steps[1]?.image ?? '']) {
      const picture = await read(address)
      expect([picture.statusCode, picture.headers['content-type'], picture.rawPayload[1]]).toEqual([200, 'image/png', 'P'.charCodeAt(0)])
    }
    expect((await read('/api/portal/contents/5/pictures/9')).statusCode).toBe(404)
    expect((await read('/api/portal/contents/2/pictures/0')).statusCode).toBe(404)
  })

  it('gives the same pictures in the width in which they are drawn, as long as they are published', async () => {
    const read = (url: string) => server.inject({ method: 'GET', url })
    const [banner] = (await read('/api/portal/contents/1')).json<{ picture: Picture }[]>()
    expect(banner?.picture).toMatchObject({ width: 1200, height: 360 })
    const [small = ''] = /\S+\/320/.exec(banner?.picture.srcSet ?? '') ?? []
    const copy = await read(small)
    expect([copy.statusCode, copy.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(copy.rawPayload.byteLength).toBeLessThan(5000)
    const published = server.database.db.updateTable('portalContent').where('contentType', '=', '1')
    await published.where('status', '=', '2').set({ status: '3' }).execute()
    expect((await read(small)).statusCode).toBe(404)
    await published.where('status', '=', '3').set({ status: '2' }).execute()
    expect((await read(small)).statusCode).toBe(200)
  })

  it('refuses a type that does not exist', async () => {
    expect((await server.inject({ method: 'GET', url: '/api/portal/contents/8' })).statusCode).toBe(400)
  })

  it('gives all choices of the form, with real districts', async () => {
    const options = (await server.inject({ method: 'GET', url: '/api/portal/form_options' })).json<{
      cities: { key: string; districts: { key: string; zipCode: string }[] }[]
    }>()
    expect(options.cities).toHaveLength(22)
    expect(options.cities.flatMap((city) => city.districts)).toHaveLength(368)
    expect(options).toMatchObject({ applyTypes: [{ value: '公司行號' }, {}, {}], expectedPoints: [{}, {}, {}, {}] })
  })
})

describe('the captcha of an application', () => {
  const url = '/api/portal/corporate_member_register'
  let guarded: TestServer
  let headers: Readonly<Record<string, string>>

  beforeAll(async () => {
    guarded = await startTestServer({ demo: true })
    headers = await headersOfVisitor(guarded)
  })
  afterAll(() => guarded.close())

  const send = (payload: object, key: object = { 'idempotency-key': nextKey() }) =>
    guarded.inject({ method: 'POST', url, headers: { ...headers, ...key }, payload })

  it('needs the anti-forgery token, a key and the captcha of its own form', async () => {
    expect((await guarded.inject({ method: 'POST', url, payload: form })).statusCode).toBe(403)
    expect((await send({ ...form, ...(await solveCaptcha(guarded, 'register')) }, {})).statusCode).toBe(400)
    const foreign = await send({ ...form, ...(await solveCaptcha(guarded, 'apply')) })
    expect([foreign.statusCode, foreign.json()]).toEqual([400, { captcha: '「我不是機器人」驗證失敗，請再送出一次。' }])
  })

  it('an application is refused with a text per field, and its captcha is used up', async () => {
    const captcha = await solveCaptcha(guarded, 'register')
    const refused = await send({ ...form, ...captcha, taxNumber: '04595258', contactMobile: '12', zipCode: '110' })
    expect([refused.statusCode, refused.json()]).toEqual([400, { taxNumber: '統編錯誤', contactMobile: '手機格式錯誤' }])
    expect((await send({ ...form, ...captcha })).json()).toEqual({ captcha: '「我不是機器人」驗證失敗，請再送出一次。' })
    expect((await send({ ...form, ...(await solveCaptcha(guarded, 'register')) })).statusCode).toBe(201)
  })
})

describe('an application', () => {
  it.each([
    ['unknown choice', { industry: '77' }, { industry: expect.any(String) }],
    ['no image', { certificate: 'data:text/html;base64,AAAA' }, { certificate: '只允許以下副檔名之圖片檔案：png、gif、jpeg、jpg、bmp' }],
    ['phone in letters', { phoneNumber: 'abcdefgh' }, { phoneNumber: '電話格式錯誤' }],
    ['a tax ID of seven digits', { taxNumber: '0459525' }, { taxNumber: '統編錯誤，要有 8 個數字' }],
    ['a tax ID of nine digits', { taxNumber: '045952577' }, { taxNumber: '統編錯誤，要有 8 個數字' }],
    ['no consent', { agree: false }, { agree: expect.any(String) }],
  ])('an application is refused with %s', async (_name, changes, texts) => {
    const answer = await register(changes)
    expect([answer.statusCode, answer.json()]).toEqual([400, texts])
  })

  it('an application with outdated terms must be agreed to again', async () => {
    const answer = await register({ policyVersion: '2024.1' })
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([409, 'TERMS'])
  })

  it('an application does not take fields that staff decide on', async () => {
    expect((await register({ creditTermDays: 90 })).statusCode).toBe(400)
    expect((await register({ status: '3' })).statusCode).toBe(400)
  })

  it('an application has no line breaks and no signs that turn the direction of a text where one line is typed', async () => {
    const changes = {
      companyName: `\u200b${form.companyName}`,
      contactName: '\u202e王小\n明',
      taxNumber: '20828393',
      contactEmail: 'lines@example.com',
    }
    const sent = await register(changes)
    expect([sent.statusCode, sent.body]).toEqual([201, expect.any(String)])
    expect(await findMember(sent.json<{ applyNo: string }>().applyNo)).toMatchObject({
      companyName: form.companyName,
      contactName: '王小 明',
    })
  })

  it('makes one record however often it is sent, mails its number and blocks a second one', async () => {
    const key = nextKey()
    const first = await register({}, { key })
    expect([first.statusCode, first.json()]).toEqual([201, { applyNo: expect.stringMatching(/^EA\d{12}$/) }])
    const again = await register({}, { key })
    expect(again.json()).toEqual(first.json())
    const { applyNo } = first.json<{ applyNo: string }>()
    expect(await findMember(applyNo)).toMatchObject({ status: '1', policyVersion: '2025.1', contactDept: null })
    expect(await lastMail('boss@example.com')).toMatchObject({ subject: '企業會員申請已收到', text: expect.stringContaining(applyNo) })

    const sameTax = await register({ contactEmail: 'other@example.com' })
    expect([sameTax.statusCode, sameTax.json()]).toEqual([409, { taxNumber: '此統一編號已申請或已是企業會員。' }])
    const sameMail = await register({ taxNumber: '00501508', contactEmail: 'BOSS@example.com' })
    expect([sameMail.statusCode, sameMail.json()]).toEqual([409, { contactEmail: '此電子郵件已被使用。' }])
    const account = await register({ taxNumber: '00501508', contactEmail: 'hr@example.com' })
    expect(account.json()).toEqual({ contactEmail: '此電子郵件已被使用。' })
  })

  it('an application is limited per address; refused ones do not count', async () => {
    const ip = nextAddress()
    for (let tries = 0; tries < 4; tries += 1) expect((await register({ zipCode: '999' }, { ip })).statusCode).toBe(400)
    const numbers = ['00000074', '22099131', '22555003', '23060248']
    const codes = []
    for (const taxNumber of numbers)
      codes.push((await register({ taxNumber, contactEmail: `${taxNumber}@example.com` }, { ip })).statusCode)
    expect(codes).toEqual([201, 201, 201, 429])
  })

  it('shares one limit of 30 posts in ten minutes with the other forms of an address', async () => {
    const ip = nextAddress()
    const codes = []
    for (let tries = 0; tries < 31; tries += 1) {
      const body = { applyNo: 'EA202501010001', taxNumber: '04595252', code: '000000' }
      codes.push((await post('/api/portal/corporate_member_apply/open', body, { ip })).statusCode)
    }
    expect(codes.filter((code) => code === 400)).toHaveLength(30)
    expect(codes.at(-1)).toBe(429)
  })
})

describe('looking after an application', () => {
  const credentials = { taxNumber: '96979933', applyNo: '' }

  async function askForCode(): Promise<string> {
    await post('/api/portal/corporate_member_apply/code', { ...credentials, ...unasked })
    const mail = await lastMail('look@example.com')
    return /驗證碼：(\d{6})/.exec(mail?.text ?? '')?.[1] ?? ''
  }

  beforeAll(async () => {
    const answer = await register({ taxNumber: credentials.taxNumber, contactEmail: 'look@example.com' })
    credentials.applyNo = answer.json<{ applyNo: string }>().applyNo
  })

  it('answers a request for a code alike, whether the data is right or not', async () => {
    const wrong = { applyNo: credentials.applyNo, taxNumber: '04595252', ...unasked }
    const refused = await post('/api/portal/corporate_member_apply/code', wrong)
    expect([refused.statusCode, refused.body]).toEqual([200, '若資料正確，系統將寄送驗證碼至申請時填寫的電子郵件。'])
    expect((await lastMail('look@example.com'))?.subject).toBe('企業會員申請已收到')
  })

  it('looking after an application takes whole beats of 50 ms, so that no time tells which number and tax ID belong together', async () => {
    const foreign = { ...credentials, taxNumber: '04595252' }
    for (const names of [credentials, foreign]) {
      for (const [path, body] of [['code', unasked] as const, ['open', { code: '000000' }] as const]) {
        const begin = performance.now()
        await post(`/api/portal/corporate_member_apply/${path}`, { ...names, ...body })
        expect([path, performance.now() - begin >= 50]).toEqual([path, true])
      }
    }
  })

  it('mails a code to the applicant although somebody without the tax ID has asked for too many', async () => {
    for (let tries = 0; tries < 12; tries += 1)
      await post('/api/portal/corporate_member_apply/code', { ...credentials, taxNumber: '04595252', ...unasked })
    const before = (await writtenMails(server, { to: 'look@example.com' })).length
    await askForCode()
    expect((await writtenMails(server, { to: 'look@example.com' })).length).toBe(before + 1)
  })

  it('opens by the mailed code once, and shows only what the applicant gave', async () => {
    const code = await askForCode()
    const opened = await post('/api/portal/corporate_member_apply/open', { ...credentials, code })
    expect(opened.statusCode).toBe(200)
    const { application } = opened.json<{ application: Record<string, unknown> }>()
    expect(application).toMatchObject({ status: '1', companyName: form.companyName, reviewRemark: null })
    expect(Object.keys(application)).not.toEqual(expect.arrayContaining(['id']))
    for (const hidden of ['id', 'approvedBy', 'creditTermDays', 'createdBy', 'pointBalance']) expect(application).not.toHaveProperty(hidden)
    expect((await post('/api/portal/corporate_member_apply/open', { ...credentials, code })).statusCode).toBe(400)
  })

  it('gives up a code after five wrong tries', async () => {
    const code = await askForCode()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await post('/api/portal/corporate_member_apply/open', { ...credentials, code: wrong })).statusCode).toBe(400)
    }
    expect((await post('/api/portal/corporate_member_apply/open', { ...credentials, code })).statusCode).toBe(400)
  })

  it('looking after an application takes a supplement when one is wanted, once', async () => {
    const member = await findMember(credentials.applyNo)
    const remark = { rowVersion: member.rowVersion, reviewRemark: '請補正負責人姓名' }
    const noRemark = await ops.post(`/api/corporate/corporate/${member.id}/requestSupplement`, { rowVersion: member.rowVersion })
    expect(noRemark.statusCode).toBe(400)
    const before = new Date()
    expect((await ops.post(`/api/corporate/corporate/${member.id}/requestSupplement`, remark)).statusCode).toBe(200)
    expect((await lastMail('look@example.com'))?.text).toContain('請補正負責人姓名')

    const code = await askForCode()
    const { ticket, application } = (await post('/api/portal/corporate_member_apply/open', { ...credentials, code })).json<{
      ticket: string
      application: Record<string, unknown>
    }>()
    expect(application.status).toBe('2')
    expect([before, new Date()].map(lastSupplementDay)).toContain(application.supplementBy)
    const { taxNumber: _tax, agree: _agree, policyVersion: _policy, privacyVersion: _privacy, ...fields } = form
    const url = '/api/portal/corporate_member_apply/supplement'
    const body = { ...fields, contactEmail: 'look@example.com', responsiblePerson: '王大明', ticket }
    expect((await post(url, { ...body, taxNumber: '04595252' }, { key: nextKey() })).statusCode).toBe(400)
    expect((await post(url, { ...body, ticket: 'f'.repeat(64) }, { key: nextKey() })).statusCode).toBe(400)
    const key = nextKey()
    const sent = await post(url, body, { key })
    expect([sent.statusCode, sent.json()]).toMatchObject([200, { status: '1', responsiblePerson: '王大明', supplementBy: null }])
    expect((await post(url, body, { key })).statusCode).toBe(200)
    expect((await post(url, body, { key: nextKey() })).headers['x-error-code']).toBe('M09')
  })
})

describe('the review in the console', () => {
  it('lists the demo applications in their states', async () => {
    const { rows } = (await ops.get('/api/corporate/corporate/0/50?appliedAtTo=2099-01-01&sort=applyNo.asc')).json<{ rows: Member[] }>()
    const demo = rows.filter((row) => row.companyName !== form.companyName)
    expect(demo).toHaveLength(9)
    expect(demo.map((row) => row.status).sort()).toEqual(['1', '2', '3', '3', '3', '3', '3', '4', '5'])
  })

  it('approves with number, account and a link that sets the first password once', async () => {
    const answer = await register({ taxNumber: '84149961', contactEmail: 'approved@example.com' })
    const { applyNo } = answer.json<{ applyNo: string }>()
    const member = await findMember(applyNo)
    const approved = await ops.post(`/api/corporate/corporate/${member.id}/approve`, { rowVersion: member.rowVersion, creditTermDays: 30 })
    expect([approved.statusCode, approved.json()]).toMatchObject([
      200,
      { status: '3', creditTermDays: 30, approvedBy: 'ops01', corporateNo: expect.stringMatching(/^E\d{6}$/) },
    ])
    const mail = await lastMail('approved@example.com')
    // Until then there is no password at all.
    for (const guess of ['', 'null', password]) expect((await tryPassword('approved@example.com', guess)).statusCode).toBe(400)
    const { rowVersion } = approved.json<Member>()
    const link = tokenIn(mail?.text)
    const held = await ops.post(`/api/corporate/corporate/${member.id}/suspend`, { rowVersion })
    expect((await setPassword(link)).body).toBe('連結已失效，請重新申請。')
    const free = await ops.post(`/api/corporate/corporate/${member.id}/resume`, { rowVersion: held.json<Member>().rowVersion })
    expect((await setPassword(link, 'short')).statusCode).toBe(400)
    expect((await setPassword(link)).statusCode).toBe(200)
    expect((await setPassword(link, 'Another!58231')).body).toBe('連結已失效，請重新申請。')
    expect((await postPassword(server, 'approved@example.com', password, 'console')).statusCode).not.toBe(200)
    const session = await signIn(server, 'approved@example.com', password, 'portal')
    expect((await session.get('/api/portal/home')).json()).toMatchObject({ balance: 0 })

    const suspended = await ops.post(`/api/corporate/corporate/${member.id}/suspend`, { rowVersion: free.json<Member>().rowVersion })
    expect(suspended.json()).toMatchObject({ status: '5' })
    expect((await postPassword(server, 'approved@example.com', password, 'portal')).statusCode).not.toBe(200)
    const resumed = await ops.post(`/api/corporate/corporate/${member.id}/resume`, { rowVersion: suspended.json<Member>().rowVersion })
    expect(resumed.json()).toMatchObject({ status: '3' })
    expect((await postPassword(server, 'approved@example.com', password, 'portal')).statusCode).toBe(200)
  })

  it('sends another invitation only while nobody has chosen a password, and ends the one before', async () => {
    const { applyNo } = (await register({ taxNumber: '04541302', contactEmail: 'resend@example.com' })).json<{ applyNo: string }>()
    const member = await findMember(applyNo)
    const url = `/api/corporate/corporate/${member.id}`
    expect((await ops.post(`${url}/resend_activation`, {})).headers['x-error-code']).toBe('M09')
    await ops.post(`${url}/approve`, { rowVersion: member.rowVersion, creditTermDays: 0 })
    const first = (await lastMail('resend@example.com'))?.text
    expect((await ops.post(`${url}/resend_activation`, {})).statusCode).toBe(200)
    const second = (await lastMail('resend@example.com'))?.text
    expect(second).not.toBe(first)
    expect((await setPassword(tokenIn(first))).body).toBe('連結已失效，請重新申請。')
    // An old account from before invitations, with an unused initial password.
    await sql`update password_reset set expires_at = now() - interval '1 minute' where used_at is null`.execute(server.database.db)
    expect((await setPassword(tokenIn(second))).body).toBe('連結已失效，請重新申請。')
    await sql`
      update app_user set must_change_password = true, password_hash = (select password_hash from app_user where user_name = 'hr@example.com')
      where user_name = 'resend@example.com'`.execute(server.database.db)
    expect((await ops.post(`${url}/resend_activation`, {})).statusCode).toBe(200)
    expect((await tryPassword('resend@example.com', 'Demo!2025hr@example.com')).statusCode).toBe(400)
    expect((await setPassword(tokenIn((await lastMail('resend@example.com'))?.text))).statusCode).toBe(200)
    await signIn(server, 'resend@example.com', password, 'portal')
    expect((await ops.post(`${url}/resend_activation`, {})).body).toBe('此企業會員已完成開通，請改用忘記密碼。')
  })

  it('the review in the console does not let the maker of a paper application approve it', async () => {
    const { agree: _agree, policyVersion: _policy, privacyVersion: _privacy, ...paper } = form
    const created = await ops.post('/api/corporate/corporate', { ...paper, taxNumber: '62140097', contactEmail: 'paper@example.com' })
    expect([created.statusCode, created.statusCode === 201 ? '' : created.body]).toEqual([201, ''])
    const { id, rowVersion } = created.json<Member>()
    const own = await ops.post(`/api/corporate/corporate/${id}/approve`, { rowVersion, creditTermDays: 0 })
    expect(own.headers['x-error-code']).toBe('M13')
    const other = await signIn(server, 'ops02')
    expect((await other.post(`/api/corporate/corporate/${id}/approve`, { rowVersion, creditTermDays: 0 })).statusCode).toBe(200)
  })

  it('the review in the console holds a change of the credit days for a second person', async () => {
    const { rows } = (await ops.get('/api/corporate/corporate/0/25?corporateNo=E000001')).json<{ rows: Member[] }>()
    const id = rows[0]?.id
    const held = await ops.put(`/api/corporate/corporate/${id}`, { rowVersion: rows[0]?.rowVersion, creditTermDays: 60 })
    expect([held.statusCode, held.json()]).toMatchObject([200, { creditTermDays: 30, hasPendingChange: true }])
    const { rowVersion } = held.json<Member>()
    const approve = (session: TestSession, seen: number) =>
      session.post(`/api/corporate/corporate/${id}/approve_change`, { rowVersion: seen })
    expect((await approve(ops, rowVersion)).headers['x-error-code']).toBe('M13')
    const other = await signIn(server, 'ops02')
    expect((await approve(other, rowVersion - 1)).headers['x-error-code']).toBe('M10')
    expect((await approve(other, rowVersion)).statusCode).toBe(200)
    expect((await ops.get(`/api/corporate/corporate/${id}`)).json()).toMatchObject({ creditTermDays: 60, hasPendingChange: false })
  })

  it('the review in the console cannot end a member with points left, and can without', async () => {
    const { rows } = (await ops.get('/api/corporate/corporate/0/25?status=5')).json<{ rows: Member[] }>()
    const id = Number(rows[0]?.id)
    const rowVersion = Number(rows[0]?.rowVersion)
    const setBalance = (points: number) =>
      sql`
      insert into point_account (class, owner_id, balance, lot_points, owed_points)
      values ('CORP', ${String(rows[0]?.corporateNo)}, ${points}, ${points}, 0)
      on conflict (class, owner_id) do update set balance = excluded.balance, lot_points = excluded.lot_points`.execute(server.database.db)
    await setBalance(1)
    const refused = await ops.post(`/api/corporate/corporate/${id}/terminate`, { rowVersion })
    expect([refused.statusCode, refused.body]).toEqual([409, '尚有點數餘額，無法終止。'])
    await setBalance(0)
    expect((await ops.post(`/api/corporate/corporate/${id}/terminate`, { rowVersion })).json()).toMatchObject({ status: '6' })
  })

  it('the review in the console ends an application whose supplement never came, and tells the applicant', async () => {
    const inThirtyOneDays = new Date(Date.now() + 31 * 24 * 3_600_000)
    expect((await expireSupplements(server.app, inThirtyOneDays)).expired).toBeGreaterThanOrEqual(1)
    const { rows } = (await ops.get('/api/corporate/corporate/0/25?status=2')).json<{ rows: Member[] }>()
    expect(rows).toHaveLength(0)
  })

  it('the review in the console is for those who may', async () => {
    const marketing = await signIn(server, 'mkt01')
    expect((await marketing.get('/api/corporate/corporate/0/25')).statusCode).toBe(403)
    const service = await signIn(server, 'cs01')
    expect((await service.get('/api/corporate/corporate/0/25')).statusCode).toBe(200)
    expect((await service.post('/api/corporate/corporate/1/approve', { rowVersion: 1 })).statusCode).toBe(403)
  })
})

describe('contents in the console', () => {
  const url = '/api/exchange_cms/exchange_cms_redirect'

  it('contents in the console are written by marketing, cleaned, and a new version takes the place of the old one', async () => {
    const marketing = await signIn(server, 'mkt01')
    const body = '<h3>效期</h3><p onclick="x()">新<script>alert(1)</script></p>'
    const draft = { contentType: '2', title: '企業會員條款', body, displayOrder: 1 }
    expect((await ops.post(url, { ...draft, version: '2026.1' })).statusCode).toBe(403)
    const same = await marketing.post(url, { ...draft, version: '2025.1' })
    expect([same.statusCode, same.json()]).toEqual([409, { version: '版本 已存在，請重新輸入。' }])
    const created = await marketing.post(url, { ...draft, version: '2026.1' })
    expect([created.statusCode, created.json()]).toMatchObject([201, { body: '<h3>效期</h3><p>新</p>', status: '1' }])
    const { id, rowVersion } = created.json<Member>()
    expect((await marketing.post(`${url}/${id}/publish`, { rowVersion })).statusCode).toBe(403)
    expect((await ops.post(`${url}/${id}/publish`, { rowVersion })).json()).toMatchObject({ status: '2' })

    const shown = (await server.inject({ method: 'GET', url: '/api/portal/contents/2' })).json<{ version: string }[]>()
    expect(shown.map((one) => one.version)).toEqual(['2026.1'])
    const { rows } = (await ops.get(`${url}/0/25?contentType=2&sort=version.asc`)).json<{ rows: Member[] }>()
    expect(rows.map((row) => `${row.version} ${row.status}`)).toEqual(['2025.1 3', '2026.1 2'])
    expect((await register({ taxNumber: '10458575', contactEmail: 'late@example.com' })).headers['x-error-code']).toBe('TERMS')
  })

  it('contents in the console of steps are replaced place by place', async () => {
    const marketing = await signIn(server, 'mkt01')
    const draft = { contentType: '5', title: '取得點數', body: '<p>新的說明</p>', displayOrder: 1, version: '2026.1' }
    const { id, rowVersion } = (await marketing.post(url, draft)).json<Member>()
    expect((await ops.post(`${url}/${id}/publish`, { rowVersion })).statusCode).toBe(200)
    const steps = (await server.inject({ method: 'GET', url: '/api/portal/contents/5' })).json<{ version: string }[]>()
    expect(steps.map((step) => step.version)).toEqual(['2026.1', '2025.1', '2025.1', '2025.1'])
  })
})
