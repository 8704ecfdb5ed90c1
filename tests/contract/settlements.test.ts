import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { corporateStatus } from '../../src/rules/codes.generated.ts'
import { addDays, taipeiDate, taipeiDateTime } from '../../src/rules/dates.ts'
import { parseSerialNo } from '../../src/rules/serialNo.ts'
import { staff } from '../../src/server/demo/world.ts'
import { isSound, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { deriveSerialKeys } from '../../src/server/domain/serial/serialKeys.ts'
import { makeChunkOf } from '../../src/server/domain/settlement/generation.ts'
import { writtenMails } from '../support/mails.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const base = '/api/corporate/corporate_settlement'
const member = 'hr@example.com'
let server: TestServer
let ops: TestSession
let fin: TestSession
let fm: TestSession
let portal: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
  fin = await signIn(server, 'fin01')
  fm = await signIn(server, 'fm01')
  portal = await signIn(server, member, undefined, 'portal')
}, 300_000)
afterAll(() => server.close())

const today = taipeiDate(new Date())
const form = {
  corporateNo: 'E000001',
  deliveryMethod: '1',
  pointsPerSerial: 100,
  quantity: 5,
  unitPrice: 0.95,
  discountRate: 2.5,
  validFrom: today,
  validTo: addDays(today, 60),
}

async function create(changes: object = {}): Promise<Row> {
  const answer = await ops.post(base, { ...form, ...changes })
  expect([answer.statusCode, answer.statusCode === 201 ? '' : answer.body]).toEqual([201, ''])
  return answer.json<Row>()
}

async function step(session: TestSession, order: Row, name: string, input: object = {}): Promise<Row> {
  const answer = await session.post(`${base}/${order.id}/${name}`, { rowVersion: order.rowVersion, ...input })
  expect([name, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([name, 200, ''])
  return answer.json<Row>()
}

async function refusal(session: TestSession, order: Row, name: string, input: object = {}): Promise<readonly [number, string]> {
  const answer = await session.post(`${base}/${order.id}/${name}`, { rowVersion: order.rowVersion, ...input })
  return [answer.statusCode, answer.body]
}

const approved = async (changes: object = {}) => step(fm, await step(ops, await create(changes), 'submit'), 'approve')
const delivered = async (changes: object = {}) => step(ops, await step(ops, await approved(changes), 'generate'), 'deliver')

async function balanceOf(accountClass: string, ownerId: unknown): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance from point_account where class = ${accountClass} and owner_id = ${String(ownerId)}`.execute(server.database.db)
  return rows[0]?.balance ?? 0
}

const mailsOf = (subject: string) => writtenMails(server, { subject })

/** The rows of the file in the zip. */
async function openFile(bytes: Buffer, password: string): Promise<readonly (readonly unknown[])[]> {
  const zip = new ZipReader(new BlobReader(new Blob([new Uint8Array(bytes)])), { password })
  const [entry] = await zip.getEntries()
  if (!entry || entry.directory) throw new Error('an empty zip')
  return readSheet(Buffer.from(await entry.getData(new Uint8ArrayWriter())))
}

const passwordIn = (text: string) => /密碼：([0-9A-Z-]{19})/.exec(text)?.[1] ?? ''

describe('an order of points', () => {
  it('an order of points goes from price to settlement, and its serials into the account of their owner', async () => {
    const draft = await create()
    expect(draft).toMatchObject({ status: '1', totalPoints: 500, salesAmount: 463, taxAmount: 23, totalAmount: 486, paymentStatus: '0' })
    const order = await step(fm, await step(ops, draft, 'submit'), 'approve')
    expect(order).toMatchObject({ status: '3', approvedBy: 'fm01', saleDate: today, saleNo: expect.stringMatching(/^CS\d{12}$/) })
    const made = await step(ops, order, 'generate')
    expect(made).toMatchObject({ status: '4', generatedCount: 5, remainingPoints: 500 })
    expect(await balanceOf('SERIAL', made.settlementNo)).toBe(500)

    // Wrong attempts before the serial could be frozen or unfrozen must not affect the owner's first attempt.
    await sql`update point_serial set wrong_pins = 5 where settlement_no = ${made.settlementNo}`.execute(server.database.db)

    const sent = await step(ops, made, 'deliver')
    const [ready] = await mailsOf('點數序號已交付')
    const [secret] = await mailsOf('點數序號檔密碼')
    expect([ready?.recipient, secret?.recipient]).toEqual([member, member])
    const password = passwordIn(secret?.text ?? '')
    expect(password).not.toBe('')
    expect(`${ready?.text} ${ready?.html}`).not.toContain(password)

    const fileUrl = `/api/portal/settlements/${sent.settlementNo}/file`
    const file = await portal.post(fileUrl)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/zip'])
    const [headings, ...rows] = await openFile(file.rawPayload, password)
    expect(headings).toEqual(['序號', '密碼', '點數', '效期起', '效期迄'])
    expect(rows.map((row) => [parseSerialNo(String(row[0])) !== null, /^\d{6}$/.test(String(row[1])), row[2]])).toEqual(
      Array.from({ length: 5 }, () => [true, true, 100]),
    )
    expect(file.rawPayload.includes(Buffer.from(String(rows[0]?.[0])))).toBe(false)
    await expect(openFile(file.rawPayload, `${password.slice(0, -1)}!`)).rejects.toThrow()

    // The password can be mailed again, three times a day, always to the mailbox of the account, whatever contact the data has.
    await sql`update corporate_member set contact_email = 'thief@example.com' where corporate_no = 'E000001'`.execute(server.database.db)
    const resend = () => portal.post(`/api/portal/settlements/${sent.settlementNo}/mail`)
    for (let count = 0; count < 3; count += 1) expect((await resend()).statusCode).toBe(200)
    expect((await resend()).body).toBe('密碼信 24 小時內已重寄 3 次，請稍後再試，或洽客服人員。')
    await sql`update corporate_member set contact_email = ${member} where corporate_no = 'E000001'`.execute(server.database.db)
    const secrets = (await mailsOf('點數序號檔密碼')).filter(({ text }) => text.includes(String(sent.settlementNo)))
    expect(secrets.map((mail) => [mail.recipient, passwordIn(mail.text)])).toEqual(Array(4).fill([member, password]))
    const { rows: resent } = await sql`
      select user_name from user_action_log where action = ${`重寄序號檔密碼 ${sent.settlementNo}`}`.execute(server.database.db)
    expect(resent).toEqual(Array(3).fill({ userName: member }))

    expect((await portal.post(fileUrl)).statusCode).toBe(200)
    expect((await portal.post(fileUrl)).statusCode).toBe(200)
    expect((await resend()).body).toBe('檔案已超過下載次數或期限。')
    const fourth = await portal.post(fileUrl)
    expect([fourth.statusCode, fourth.body]).toEqual([409, '檔案已超過下載次數或期限。'])
    const { rows: logged } = await sql`
      select action from user_action_log where user_name = ${member} and action like ${`下載序號檔 ${sent.settlementNo}%`}`.execute(
      server.database.db,
    )
    expect(logged).toHaveLength(3)

    const before = await balanceOf('CORP', 'E000001')
    const [serialNo, pin] = rows[0] as [string, string]
    const deposit = await portal.post('/api/portal/serials/deposit', { serialNo, pin })
    expect(deposit.json()).toMatchObject({ depositedPoints: 100, balance: before + 100, expireDate: form.validTo })
    expect(decodeURIComponent(String(deposit.headers['x-message-text']))).toBe('已存入 100 點。')
    const again = await portal.post('/api/portal/serials/deposit', { serialNo, pin })
    const { depositedAt, ...first } = again.json<Record<string, unknown>>()
    expect(first).toEqual(deposit.json())
    expect(decodeURIComponent(String(again.headers['x-message-text']))).toBe(
      `此序號已於 ${taipeiDateTime(new Date(String(depositedAt)))} 存入 100 點，未重複存入。`,
    )
    expect(await balanceOf('CORP', 'E000001')).toBe(before + 100)
    expect((await portal.post('/api/portal/serials/deposit', { serialNo, pin: `${pin}1` })).statusCode).toBe(409)
    const wrong = await portal.post('/api/portal/serials/deposit', { serialNo: String(rows[1]?.[0]), pin: 'x' })
    expect([wrong.statusCode, wrong.headers['x-error-code'], wrong.body]).toEqual([409, 'E1601', '密碼錯誤。再錯 4 次，此序號將凍結。'])

    const current = (await ops.get(`${base}/${sent.id}`)).json<Row>()
    expect(current).toMatchObject({ usedCount: 1, usedPoints: 100, remainingPoints: 400, status: '5' })
    expect((await refusal(fin, current, 'settle'))[0]).toBe(409)
    const invoiced = await step(fin, current, 'invoice', { invoiceDate: today })
    expect(invoiced).toMatchObject({ invoiceNo: expect.stringMatching(/^[A-Z]{2}\d{8}$/), invoiceDate: today, status: '5' })
    const partly = await step(fin, invoiced, 'pay', { receivedAmount: 400, receivedDate: today })
    expect(partly).toMatchObject({ paymentStatus: '1', receivedAmount: 400, status: '5' })
    expect(await refusal(fin, partly, 'pay', { receivedAmount: 87, receivedDate: today })).toEqual([
      409,
      '{"receivedAmount":"收款金額不可超過未收的 86 元。"}',
    ])
    const paid = await step(fin, partly, 'pay', { receivedAmount: 86, receivedDate: today, receivedRef: 'A1' })
    expect(await step(fin, paid, 'settle')).toMatchObject({ status: '6', paymentStatus: '2', receivedAmount: 486 })
  })

  it('an order of points is checked when it is written', async () => {
    const wrong = async (changes: object) => (await ops.post(base, { ...form, ...changes })).json()
    expect(await wrong({ validTo: addDays(today, 29) })).toEqual({ validTo: '效期迄須為今日起 30 日以後' })
    expect(await wrong({ deliveryMethod: '2', quantity: 2 })).toEqual({ quantity: '存入企業帳戶的組數須為 1' })
    expect(await wrong({ corporateNo: 'E000006' })).toEqual({
      corporateNo: expect.stringMatching(/^企業會員「E000006 .*（已停權）」不可再選用，請改選其他項目$/),
    })
    expect(await wrong({ totalPoints: 1 })).not.toHaveProperty('settlementNo')
    expect(Object.keys(await wrong({ pointsPerSerial: 100_001, quantity: 50_001, discountRate: 1.25 })).sort()).toEqual(
      ['discountRate', 'pointsPerSerial', 'quantity'].sort(),
    )
  })

  it('needs a second person, and who has the permission', async () => {
    const waiting = await step(ops, await create(), 'submit')
    expect((await refusal(ops, waiting, 'approve'))[0]).toBe(403)
    const call = { actor: staff('ops01'), screen: null, entity: 'corporateSettlement', now: new Date(), db: server.database.db }
    await expect(server.app.records.transition(call, waiting.id, 'approve', {})).rejects.toMatchObject({ code: 'M13' })
    expect((await refusal(fm, waiting, 'reject'))[0]).toBe(400)
    const returned = await step(fm, waiting, 'reject', { rejectReason: '單價有誤' })
    expect(returned).toMatchObject({ status: '7', rejectReason: '單價有誤' })
    const edited = await ops.put(`${base}/${returned.id}`, { rowVersion: returned.rowVersion, quantity: 7 })
    expect(edited.json()).toMatchObject({ status: '1', totalPoints: 700, salesAmount: 648 })
    for (const name of ['invoice', 'pay', 'settle']) expect((await refusal(ops, returned, name))[0]).toBe(403)
    expect((await fin.post(base, form)).statusCode).toBe(403)
    expect((await fin.post(`${base}/${returned.id}/void`, { rowVersion: 1, voidReason: 'x' })).statusCode).toBe(403)
  })

  it.each(['approve', 'generate', 'deliver'])('an order of points cannot %s as a draft', async (name) => {
    const order = await create()
    expect(await refusal(name === 'approve' ? fm : ops, order, name)).toEqual([409, '目前狀態不可執行此作業，請重新查詢後再試。'])
  })

  it('an order of points of a member without credit is generated when it is paid', async () => {
    const order = await approved({ corporateNo: 'E000003' })
    expect(await refusal(ops, order, 'generate')).toEqual([409, '尚未付款且無信用額度。'])
    const paid = await step(fin, order, 'pay', { receivedAmount: order.totalAmount, receivedDate: today })
    expect(await step(ops, paid, 'generate')).toMatchObject({ status: '4' })
  })

  it('an order of points into the account gives the points at once, and cannot be voided', async () => {
    const before = await balanceOf('CORP', 'E000001')
    const order = await delivered({ deliveryMethod: '2', quantity: 1, pointsPerSerial: 3000 })
    expect(await balanceOf('CORP', 'E000001')).toBe(before + 3000)
    expect(await refusal(fm, order, 'void', { voidReason: '誤植' })).toEqual([409, '點數已存入企業帳戶，不可作廢，請以點數調整單處理。'])
  })

  it('an order of points goes into no account that was suspended or ended since its approval', async () => {
    const { db } = server.database
    const order = await approved({ deliveryMethod: '2', quantity: 1, pointsPerSerial: 3000 })
    const before = await balanceOf('CORP', 'E000001')
    for (const status of [corporateStatus.suspended, corporateStatus.ended]) {
      await sql`update corporate_member set status = ${status} where corporate_no = 'E000001'`.execute(db)
      expect(await refusal(ops, order, 'generate')).toEqual([409, '{"corporateNo":"企業會員未啟用或已停權。"}'])
    }
    expect(await balanceOf('CORP', 'E000001')).toBe(before)
    await sql`update corporate_member set status = ${corporateStatus.active} where corporate_no = 'E000001'`.execute(db)
    expect(await step(ops, order, 'generate')).toMatchObject({ status: '4' })
    expect(await balanceOf('CORP', 'E000001')).toBe(before + 3000)
  })

  it('an order of points as a file is not handed to a member whose portal is closed, and nothing is made for one that has ended', async () => {
    const { db } = server.database
    const setStatus = (status: string) => sql`update corporate_member set status = ${status} where corporate_no = 'E000001'`.execute(db)
    const order = await approved()
    await setStatus(corporateStatus.ended)
    expect(await refusal(ops, order, 'generate')).toEqual([409, '企業會員已終止，不可產生，請作廢此訂單。'])
    await setStatus(corporateStatus.suspended)
    const made = await step(ops, order, 'generate')
    const mails = (await mailsOf('點數序號已交付')).length
    for (const status of [corporateStatus.suspended, corporateStatus.ended]) {
      await setStatus(status)
      expect(await refusal(ops, made, 'deliver')).toEqual([409, '企業會員已停權或終止，無法下載序號檔。請先復權，或作廢此訂單。'])
    }
    expect((await mailsOf('點數序號已交付')).length).toBe(mails)
    const { rows } = await sql`select distinct status from point_serial where settlement_no = ${made.settlementNo}`.execute(db)
    expect(rows).toEqual([{ status: '1' }])
    // What was made for it can be taken back.
    expect(await step(fm, made, 'void', { voidReason: '會員已終止' })).toMatchObject({ status: '8', remainingPoints: 0 })
    await setStatus(corporateStatus.active)
  })

  it('an order of points is voided with all its serials while none is used, and its points are gone', async () => {
    const order = await delivered()
    const paid = await step(fin, order, 'pay', { receivedAmount: 100, receivedDate: today })
    const gone = await step(fm, paid, 'void', { voidReason: '客戶取消' })
    expect(gone).toMatchObject({ status: '8', paymentStatus: '1', overpaidAmount: 100, remainingPoints: 0, voidReason: '客戶取消' })
    expect(await balanceOf('SERIAL', order.settlementNo)).toBe(0)
    expect((await portal.post(`/api/portal/settlements/${order.settlementNo}/file`)).statusCode).toBe(409)
    const settled = (await ops.get(`${base}/0/100?status=6`)).json<{ rows: Row[] }>().rows[0] as Row
    expect((await refusal(fm, settled, 'void', { voidReason: 'x' }))[0]).toBe(409)
  })

  it('an order of points of many serials is made by a job that shows its progress and can go on after a crash', async () => {
    const order = await approved({ quantity: 12_000, pointsPerSerial: 10 })
    const answer = await ops.post(`${base}/${order.id}/generate`, { rowVersion: order.rowVersion })
    expect(decodeURIComponent(String(answer.headers['x-message-text']))).toBe('序號產生中，完成後狀態將改為「已產生」。')
    expect(answer.json()).toMatchObject({ status: '3', generatedCount: 0, remainingPoints: 0 })
    // An attempt that died after its first chunk.
    const maker = { keys: deriveSerialKeys(server.app.secrets), userName: '系統', now: new Date() }
    expect(await makeChunkOf(server.database.db, order.id, maker)).toEqual({ made: 5000, quantity: 12_000 })
    await server.app.jobs.runDue()
    const { rows: jobs } = await sql`select progress, result from job where name = 'settlement.generate'`.execute(server.database.db)
    expect(jobs).toEqual([{ progress: { made: 12_000, quantity: 12_000 }, result: { made: 12_000 } }])
    const made = (await ops.get(`${base}/${order.id}`)).json<Row>()
    expect(made).toMatchObject({ status: '4', generatedCount: 12_000, remainingPoints: 120_000 })
    const children = (await ops.get(`${base}/${order.id}/children/serials/0/10`)).json<{ totalCount: number; rows: Row[] }>()
    expect(children.totalCount).toBe(12_000)
    expect(children.rows.every((row) => /^\*{12}[0-9A-Z]{4}$/.test(String(row.serialNo)))).toBe(true)
  })
})

describe('single serials', () => {
  it('single serials are frozen, thawed and voided by whoever may void', async () => {
    const order = await delivered()
    const list = async () => (await ops.get(`${base}/${order.id}/children/serials/0/10`)).json<{ rows: Row[] }>().rows
    const [first, second] = (await list()) as [Row, Row]
    const act = (session: TestSession, serial: Row, name: string) => session.post(`${base}/serials/${serial.id}/${name}`, {})
    expect((await act(ops, first, 'freeze')).statusCode).toBe(403)
    expect((await act(fm, first, 'thaw')).statusCode).toBe(409)
    expect((await act(fm, first, 'freeze')).statusCode).toBe(200)
    expect((await act(fm, second, 'void')).statusCode).toBe(200)
    expect((await act(fm, second, 'void')).statusCode).toBe(409)
    expect(await balanceOf('SERIAL', order.settlementNo)).toBe(400)
    expect((await list()).map((row) => row.status).sort()).toEqual(['2', '2', '2', '5', '7'])
    expect((await fm.post(`${base}/${order.id}/freeze_serials`, {})).statusCode).toBe(200)
    expect((await list()).map((row) => row.status).sort()).toEqual(['5', '7', '7', '7', '7'])
    expect((await fm.post(`${base}/${order.id}/thaw_serials`, {})).statusCode).toBe(200)
    expect((await act(fm, { id: 1, rowVersion: 1 }, 'void')).statusCode).toBe(404)
    const current = (await ops.get(`${base}/${order.id}`)).json<Row>()
    expect(await step(fm, current, 'void', { voidReason: 'x' })).toMatchObject({ remainingPoints: 0 })
  })
})

describe('the portal', () => {
  it('shows a member its own orders without drafts, and no others', async () => {
    const { rows } = (await portal.get('/api/portal/settlements/0/50')).json<{ rows: Row[] }>()
    expect(rows.length).toBeGreaterThan(1)
    const { rows: own } = await sql<{ no: string }>`
      select settlement_no as no from corporate_settlement where corporate_no = 'E000001' and status in ('3', '4', '5', '6', '8')
        and approved_at is not null`.execute(server.database.db)
    expect(rows.map((row) => row.settlementNo).sort()).toEqual(own.map((row) => row.no).sort())
    // The owner of a frozen serial is told.
    const frozen = await sql<{ id: number; no: string }>`
      update point_serial set status = '7', frozen_by = 'staff'
      where id = (select id from point_serial where status = '2' and settlement_no = any (${own.map(({ no }) => no)}::text[]) limit 1)
      returning id, settlement_no as no`.execute(server.database.db)
    const [one] = frozen.rows
    const again = (await portal.get('/api/portal/settlements/0/50')).json<{ rows: Row[] }>().rows
    const more = again.map((row, index) => [row.settlementNo, Number(row.frozenCount) - Number(rows[index]?.frozenCount)])
    expect(more.filter(([, count]) => count !== 0)).toEqual([[one?.no, 1]])
    await sql`update point_serial set status = '2', frozen_by = null where id = ${one?.id ?? 0}`.execute(server.database.db)
    const { rows: foreign } = await sql<{ no: string }>`
      select settlement_no as no from corporate_settlement where corporate_no = 'E000002' and status = '5'`.execute(server.database.db)
    for (const call of ['file', 'mail'])
      expect((await portal.post(`/api/portal/settlements/${foreign[0]?.no}/${call}`)).statusCode).toBe(404)
    for (const session of [ops, fm]) expect((await session.get('/api/portal/settlements/0/10')).statusCode).toBe(403)
    expect((await ops.post('/api/portal/serials/deposit', { serialNo: 'x', pin: 'x' })).statusCode).toBe(403)
  })
})

it('leaves a sound ledger whose serial accounts are what serials and cards hold (I4)', async () => {
  expect(isSound(await verifyLedger(server.database.db))).toBe(true)
  const { rows } = await sql`
    select a.owner_id from point_account a
    left join (
      select holder_no, sum(remaining_points) as points from (
        select s.holder_no, s.remaining_points from point_serial s join corporate_settlement o on o.settlement_no = s.settlement_no
        where o.status in ('4', '5', '6', '8')
        union all select holder_no, remaining_points from coupon_card
      ) held group by 1
    ) h on h.holder_no = a.owner_id
    where a.class = 'SERIAL' and a.balance <> coalesce(h.points, 0)`.execute(server.database.db)
  expect(rows).toEqual([])
})
