import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { taxPeriodOf } from '../../src/rules/taxPeriods.ts'
import { makeMissingMessages, verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import { hasRaces, startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const base = '/api/accounting'
const orders = '/api/corporate/corporate_settlement'
const today = taipeiDate(new Date())
let server: TestServer
let ops: TestSession
let fin: TestSession
let fm: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ;[ops, fin, fm] = await Promise.all([signIn(server, 'ops01'), signIn(server, 'fin01'), signIn(server, 'fm01')])
  await sql`update invoice_track set is_enabled = false`.execute(server.app.db)
  const track = { taxPeriod: taxPeriodOf(today), track: 'ZT', firstNo: 100, lastNo: 149, isEnabled: true }
  expect((await fin.post(`${base}/invoice_track`, track)).statusCode).toBe(201)
})
afterAll(() => server.close())

const act = (person: TestSession, row: Row, step: string, input: object = {}) =>
  person.post(`${orders}/${row.id}/${step}`, { rowVersion: row.rowVersion, ...input })

async function done(answer: Awaited<ReturnType<typeof act>>, status = 200): Promise<Row> {
  expect([answer.statusCode, answer.statusCode === status ? '' : answer.body]).toEqual([status, ''])
  return answer.json<Row>()
}

const reread = async (order: Row) => (await fin.get(`${orders}/${order.id}`)).json<Row>()

/** Example F of the domain: 100 serials of 500 points, 2.5 % off. */
async function approved(values: object = {}): Promise<Row> {
  const input = { corporateNo: 'E000001', deliveryMethod: '1', pointsPerSerial: 500, quantity: 100, unitPrice: 1, discountRate: 2.5 }
  const order = await done(await ops.post(orders, { ...input, validFrom: today, validTo: addDays(today, 100), ...values }), 201)
  return done(await act(fm, await done(await act(ops, order, 'submit')), 'approve'))
}

const invoiced = async (values?: object) => done(await act(fin, await approved(values), 'invoice', { invoiceDate: today }))

const documentsOf = async (order: Row) =>
  (await fin.get(`${base}/point_invoice_discount/0/9?sourceNo=${order.saleNo}&sort=docNo.asc`)).json<{ rows: Row[] }>().rows

const soundness = async () => (await verifyAccounting(server.app.db)).filter(({ violations }) => violations > 0).map(({ id }) => id)

async function nextNo(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select next_no as n from invoice_track where track = 'ZT'`.execute(server.app.db)
  return Number(rows[0]?.n)
}

async function journalOf(no: unknown): Promise<readonly unknown[]> {
  const { rows } = await sql<{ account: string; amount: number; corporateNo: string }>`
    select account, amount, corporate_no from journal_voucher where document_no = ${String(no)} order by voucher_no, line_no`.execute(
    server.app.db,
  )
  return rows.map(({ account, amount, corporateNo }) => [account, Number(amount), corporateNo])
}

describe('the invoice of an order of points', () => {
  it('an invoice has the next number of its track and the amounts of the order, once', async () => {
    const order = await approved()
    const expected = `ZT${String(await nextNo()).padStart(8, '0')}`
    expect((await act(ops, order, 'invoice', { invoiceDate: today })).statusCode).toBe(403)
    const billed = await done(await act(fin, order, 'invoice', { invoiceDate: today }))
    expect(billed).toMatchObject({ status: '3', invoiceNo: expected, invoiceDate: today })
    expect(await documentsOf(order)).toMatchObject([
      {
        ...{ docNo: expected, feeType: '3', companyNo: null, corporateNo: 'E000001', sourceNo: order.saleNo, status: '2' },
        ...{ salesAmount: 48_750, taxAmount: 2438, totalAmount: 51_188 },
      },
    ])
    expect((await act(fin, billed, 'invoice', { invoiceDate: today })).statusCode).toBe(409)
    expect(await soundness()).toEqual([])
  })

  it.each([
    [{ invoiceDate: addDays(today, 1) }, 'invoiceDate', '日期不可晚於今日。'],
    [{ invoiceDate: addDays(today, -1) }, 'invoiceDate', `日期不可早於 ${today}。`],
    [{ invoiceDate: today, invoiceNo: 'AB12345678' }, 'invoiceNo', '發票號碼不在本期字軌範圍。'],
    [{ invoiceDate: today, invoiceNo: 'ZT00000149' }, 'invoiceNo', expect.stringMatching(/^請依序使用字軌號碼，下一號碼為 ZT/)],
  ])('an invoice is refused with a reason, and no number is lost: %o', async (input, field, text) => {
    const order = await approved()
    const before = await nextNo()
    const answer = await act(fin, order, 'invoice', input)
    expect([answer.statusCode >= 400, answer.json<Row>()[field]]).toEqual([true, text])
    expect(await nextNo()).toBe(before)
  })

  it('its e-invoice message names the corporate member as the buyer', async () => {
    const order = await invoiced()
    const [document] = await documentsOf(order)
    await server.app.db.transaction().execute((trx) => makeMissingMessages(trx, { now: new Date(), by: 'fin01' }))
    const { rows } = await sql<{ code: string; text: string }>`
      select code, xml as text from einvoice_message where document_id = ${Number(document?.id)}`.execute(server.app.db)
    expect(rows.map(({ code }) => code)).toEqual(['F0401'])
    const { rows: members } = await sql<{ name: string; taxNumber: string }>`
      select company_name as name, tax_number from corporate_member where corporate_no = 'E000001'`.execute(server.app.db)
    for (const part of [
      `<InvoiceNumber>${order.invoiceNo}</InvoiceNumber>`,
      `<RelateNumber>${order.saleNo}</RelateNumber>`,
      `<Identifier>${members[0]?.taxNumber}</Identifier><Name>${members[0]?.name}</Name>`,
      '<CustomerNumber>E000001</CustomerNumber>',
      '<SalesAmount>48750</SalesAmount>',
      '<TaxAmount>2438</TaxAmount>',
    ])
      expect(rows[0]?.text.replaceAll(/>\s+</g, '><')).toContain(part)
  })

  it('its journal lines are those of a sale, and of its receipt', async () => {
    const order = await invoiced()
    const paid = await done(await act(fin, order, 'pay', { receivedAmount: 51_188, receivedDate: today, receivedRef: 'TT1' }))
    expect(await journalOf(order.invoiceNo)).toEqual([
      ['RECEIVABLE', 51_188, 'E000001'],
      ['REVENUE_SALE', -48_750, 'E000001'],
      ['OUTPUT_TAX', -2438, 'E000001'],
    ])
    expect(await journalOf(order.saleNo)).toEqual([
      ['BANK', 51_188, 'E000001'],
      ['RECEIVABLE', -51_188, 'E000001'],
    ])
    const voided = await done(await act(fm, paid, 'void', { voidReason: '客戶取消' }))
    expect(voided).toMatchObject({ paymentStatus: '2', overpaidAmount: 51_188 })
    const refund = { refundedDate: today, refundedRef: 'RF1' }
    const tooMuch = await act(fin, voided, 'refund', { refundedAmount: 51_189, ...refund })
    expect(tooMuch.json<Row>().refundedAmount).toBe('退款金額不可超過溢收的 51,188 元，請改填 51,188 元以內的金額。')
    expect(await done(await act(fin, voided, 'refund', { refundedAmount: 51_188, ...refund }))).toMatchObject({
      ...{ status: '8', paymentStatus: '3', refundedAmount: 51_188, overpaidAmount: 0 },
    })
    for (const no of [order.invoiceNo, order.saleNo]) {
      const rest = (await journalOf(no)).reduce<number>(
        (sum, line) => sum + ((line as [string, number])[0] === 'RECEIVABLE' ? (line as [string, number])[1] : 0),
        0,
      )
      expect(rest).toBe(0)
    }
    expect(await soundness()).toEqual([])
  })

  it('a settled order that is credited afterwards is paid back what it paid too much, and stays settled', async () => {
    const bought = await invoiced({ deliveryMethod: '2', quantity: 1, pointsPerSerial: 5000, discountRate: 0 })
    const paid = await done(await act(fin, bought, 'pay', { receivedAmount: 5250, receivedDate: today }))
    const delivered = await done(await act(ops, await done(await act(ops, paid, 'generate')), 'deliver'))
    const order = await done(await act(fin, delivered, 'settle'))
    const [invoice] = await documentsOf(order)
    const credit = { rowVersion: invoice?.rowVersion, creditDate: today, creditReason: '2', creditAmount: 1000 }
    expect((await fin.post(`${base}/point_invoice_discount/${invoice?.id}/allow`, credit)).statusCode).toBe(200)
    const owing = await reread(order)
    expect(owing).toMatchObject({ status: '6', overpaidAmount: 1050 })
    expect(await done(await act(fin, owing, 'refund', { refundedAmount: 1050, refundedDate: today }))).toMatchObject({
      ...{ status: '6', paymentStatus: '2', refundedAmount: 1050, overpaidAmount: 0 },
    })
    expect((await act(ops, await reread(order), 'refund', { refundedAmount: 1, refundedDate: today })).statusCode).toBe(403)
    expect(await soundness()).toEqual([])
  })

  it('a number that was keyed in by an earlier version stays, and has no document', async () => {
    const order = await approved()
    await sql`update corporate_settlement set invoice_no = 'QQ00000001', invoice_date = ${today} where id = ${Number(order.id)}`.execute(
      server.app.db,
    )
    const kept = await reread(order)
    expect(kept).toMatchObject({ invoiceNo: 'QQ00000001', invoiceDate: today })
    expect((await act(fin, kept, 'invoice', { invoiceDate: today })).statusCode).toBe(409)
    expect(await journalOf(order.saleNo)).toEqual([])
    expect(await soundness()).toEqual([])
  })
})

describe('an order of points that is voided', () => {
  it('its invoice is voided in the same tax period', async () => {
    const order = await invoiced()
    const voided = await done(await act(fm, order, 'void', { voidReason: '客戶取消' }))
    expect(voided).toMatchObject({ status: '8', invoiceNo: null })
    expect(await documentsOf(order)).toMatchObject([{ status: '3', voidReason: '客戶取消' }])
    expect(await soundness()).toEqual([])
  })

  it('an invoice that was credited in part is credited with the rest', async () => {
    const order = await invoiced()
    const [invoice] = await documentsOf(order)
    const credit = { rowVersion: invoice?.rowVersion, creditDate: today, creditReason: '2', creditAmount: 8750 }
    await done(await fin.post(`${base}/point_invoice_discount/${invoice?.id}/allow`, credit))
    await done(await act(fm, order, 'void', { voidReason: '客戶取消' }))
    expect(await documentsOf(order)).toMatchObject([
      { docType: '2', salesAmount: 8750, taxAmount: 438 },
      { docType: '2', salesAmount: 40_000, taxAmount: 2000, reasonCode: '4', corporateNo: 'E000001' },
      { docType: '1', status: '5', remainingAmount: 0 },
    ])
    expect(await soundness()).toEqual([])
  })

  it('an invoice of an earlier tax period is credited, never voided', async () => {
    const order = await invoiced()
    const [invoice] = await documentsOf(order)
    const { db } = server.database
    await sql`alter table invoice_document disable trigger invoice_document_numbered`.execute(db)
    const earlier = addDays(today, -70)
    await sql`
      update invoice_document set issue_date = ${earlier}, tax_period = ${taxPeriodOf(earlier)} where id = ${Number(invoice?.id)}`.execute(
      db,
    )
    const void1 = await fm.post(`${base}/point_invoice_discount/${invoice?.id}/void`, { rowVersion: invoice?.rowVersion, reason: '誤開' })
    expect([void1.statusCode, void1.body]).toEqual([409, '已跨發票期別，請改開折讓單。'])
    await done(await act(fm, order, 'void', { voidReason: '客戶取消' }))
    expect(await documentsOf(order)).toMatchObject([
      { docType: '2', salesAmount: 48_750, taxAmount: 2438 },
      { docType: '1', status: '5' },
    ])
    // The invoice goes back to its place, so that what follows finds a track without holes.
    await sql`update invoice_document set issue_date = ${today}, tax_period = ${taxPeriodOf(today)} where id = ${Number(invoice?.id)}`.execute(
      db,
    )
    await sql`alter table invoice_document enable trigger invoice_document_numbered`.execute(db)
    expect(await soundness()).toEqual([])
  })
})

describe('an invoice that is voided alone', () => {
  it('the order is invoiced anew with another number, also when it is settled', async () => {
    const order = await invoiced({ deliveryMethod: '2', quantity: 1, pointsPerSerial: 5000, discountRate: 0 })
    const paid = await done(await act(fin, order, 'pay', { receivedAmount: 5250, receivedDate: today }))
    const delivered = await done(await act(ops, await done(await act(ops, paid, 'generate')), 'deliver'))
    const settled = await done(await act(fin, delivered, 'settle'))
    const [invoice] = await documentsOf(order)
    await done(await fm.post(`${base}/point_invoice_discount/${invoice?.id}/void`, { rowVersion: invoice?.rowVersion, reason: '抬頭有誤' }))
    const open = await reread(settled)
    expect(open).toMatchObject({ status: '6', invoiceNo: null })
    const again = await done(await act(fin, open, 'invoice', { invoiceDate: today }))
    expect(again).toMatchObject({ status: '6', invoiceNo: expect.stringMatching(/^ZT/) })
    expect(again.invoiceNo).not.toBe(order.invoiceNo)
    expect(await soundness()).toEqual([])
  })

  it('an order that costs nothing needs no invoice and no payment to be settled', async () => {
    const order = await approved({ deliveryMethod: '2', quantity: 1, discountRate: 100 })
    expect((await act(fin, order, 'invoice', { invoiceDate: today })).statusCode).toBe(409)
    const delivered = await done(await act(ops, await done(await act(ops, order, 'generate')), 'deliver'))
    expect(await done(await act(fin, delivered, 'settle'))).toMatchObject({ status: '6', invoiceNo: null })
    expect(await soundness()).toEqual([])
  })
})

describe.runIf(hasRaces())('many at once', () => {
  it('an order that ten invoice at the same time has one invoice', async () => {
    const order = await approved()
    const before = await nextNo()
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(fin, order, 'invoice', { invoiceDate: today })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await nextNo()).toBe(before + 1)
    expect(await soundness()).toEqual([])
  })

  it('an order that is invoiced and voided at the same time has no invoice left in force', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await approved()
      const answers = await Promise.all([
        act(fin, order, 'invoice', { invoiceDate: today }),
        act(fm, order, 'void', { voidReason: '客戶取消' }),
      ])
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
      const documents = await documentsOf(order)
      const { status } = await reread(order)
      expect(documents.filter((document) => document.status !== '3')).toHaveLength(status === '8' ? 0 : 1)
    }
    expect(await soundness()).toEqual([])
  })
})
