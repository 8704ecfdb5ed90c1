import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { taxPeriodOf } from '../../src/rules/taxPeriods.ts'
import { verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import { hasRaces, startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const base = '/api/accounting'
const sales = `${base}/center_sale`
const prepaid = 'C000105'
const today = taipeiDate(new Date())
let server: TestServer
let fin: TestSession
let fm: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  fin = await signIn(server, 'fin01')
  fm = await signIn(server, 'fm01')
  await sql`update company set ap_unit_price = 1.02, payment_term_days = 0 where company_no = ${prepaid}`.execute(server.app.db)
  await sql`update invoice_track set is_enabled = false`.execute(server.app.db)
  const track = { taxPeriod: taxPeriodOf(today), track: 'ZS', firstNo: 100, lastNo: 149, isEnabled: true }
  expect((await fin.post(`${base}/invoice_track`, track)).statusCode).toBe(201)
})
afterAll(() => server.close())

const act = (person: TestSession, row: Row, step: string, input: object = {}) =>
  person.post(`${sales}/${row.id}/${step}`, { rowVersion: row.rowVersion, ...input })

async function done(answer: Awaited<ReturnType<typeof act>>, status = 200): Promise<Row> {
  expect([answer.statusCode, answer.statusCode === status ? '' : answer.body]).toEqual([status, ''])
  return answer.json<Row>()
}

const draft = async (values: object = {}) =>
  done(await fin.post(sales, { saleDate: today, companyNo: prepaid, points: 300_000, discountRate: 0, ...values }), 201)
const submitted = async (values?: object) => done(await act(fin, await draft(values), 'submit'))
const paid = async (sale: Row) =>
  done(await act(fin, sale, 'pay', { receivedAmount: sale.totalAmount, receivedDate: today, receivedRef: 'TT1' }))
const approved = async (values?: object) => done(await act(fm, await paid(await submitted(values)), 'approve'))

async function stock(): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance from point_account where class = 'PREPAID' and owner_id = ${prepaid}`.execute(server.app.db)
  return Number(rows[0]?.balance)
}

const documentsOf = async (sale: Row) =>
  (await fin.get(`${base}/point_invoice_discount/0/9?sourceNo=${sale.saleNo}&sort=docNo.asc`)).json<{ rows: Row[] }>().rows

const soundness = async () => (await verifyAccounting(server.app.db)).filter(({ violations }) => violations > 0).map(({ id }) => id)

describe('a sale of points to a prepaid company', () => {
  it('amounts follow from points and price; nobody sends them', async () => {
    // Example F of the domain: 300,000 x 1.0200.
    const sale = await draft()
    expect(sale).toMatchObject({
      buyerType: '1',
      status: '1',
      unitPrice: 1.02,
      salesAmount: 306_000,
      taxAmount: 15_300,
      totalAmount: 321_300,
    })
    expect(sale.saleNo).toMatch(/^CS\d{12}$/)
    for (const own of [{ salesAmount: 1 }, { paymentStatus: '2' }, { status: '3' }, { saleNo: 'CS202501010001' }]) {
      const answer = await fin.post(sales, { saleDate: today, companyNo: prepaid, points: 1000, discountRate: 0, ...own })
      expect(answer.statusCode).toBe(400)
    }
    const changed = await fin.put(`${sales}/${sale.id}`, { rowVersion: sale.rowVersion, points: 50_000, unitPrice: 1, discountRate: 2.5 })
    expect(await done(changed)).toMatchObject({ salesAmount: 48_750, taxAmount: 2438, totalAmount: 51_188 })
  })

  it.each([
    [{ saleDate: addDays(today, 1) }, 'saleDate', 400],
    [{ companyNo: 'C000101' }, 'companyNo', 400],
    [{ points: 0 }, 'points', 400],
    [{ points: 10_000_000_000 }, 'points', 400],
    [{ discountRate: 100.1 }, 'discountRate', 400],
  ])('a sale is refused with a reason: %o', async (values, field, status) => {
    const answer = await fin.post(sales, { saleDate: today, companyNo: prepaid, points: 1000, discountRate: 0, ...values })
    expect([answer.statusCode, Object.keys(answer.json<Row>())]).toEqual([status, [field]])
  })

  it('a sale is approved by another person, and paid first where there is no credit', async () => {
    const before = await stock()
    const sale = await submitted()
    expect((await act(fin, sale, 'approve')).statusCode).toBe(403)
    const unpaid = await act(fm, sale, 'approve')
    expect([unpaid.statusCode, unpaid.body]).toEqual([409, '尚未付款且無信用額度。'])
    const tooMuch = await act(fin, sale, 'pay', { receivedAmount: Number(sale.totalAmount) + 1, receivedDate: today })
    expect([tooMuch.statusCode, tooMuch.json<Row>().receivedAmount]).toEqual([
      409,
      `收款金額不可超過未收的 ${Number(sale.totalAmount).toLocaleString('en-US')} 元。`,
    ])
    const part = await done(await act(fin, sale, 'pay', { receivedAmount: 1000, receivedDate: today }))
    expect(part).toMatchObject({ status: '2', paymentStatus: '1', receivedAmount: 1000 })
    const whole = await done(await act(fin, part, 'pay', { receivedAmount: 320_300, receivedDate: today, receivedRef: 'TT2' }))
    expect(whole).toMatchObject({ status: '2', paymentStatus: '2', receivedRef: 'TT2' })
    const posted = await done(await act(fm, whole, 'approve'))
    expect(posted).toMatchObject({ status: '3', approvedBy: 'fm01' })
    expect(await stock()).toBe(before + 300_000)
    expect((await act(fm, posted, 'approve')).statusCode).toBe(409)
    expect(await stock()).toBe(before + 300_000)
  })

  it('a sale that is given away is neither unpaid nor waiting for an invoice', async () => {
    const given = await done(await act(fm, await submitted({ discountRate: 100, points: 10 }), 'approve'))
    expect(given).toMatchObject({ status: '3', totalAmount: 0 })
    for (const view of ['unpaid', 'toInvoice']) {
      const { totalCount } = (await fin.get(`${sales}/0/9?view=${view}&saleNo=${given.saleNo}`)).json<{ totalCount: number }>()
      expect([view, totalCount]).toEqual([view, 0])
    }
    expect((await act(fin, given, 'invoice', { invoiceDate: today })).statusCode).toBe(409)
    expect((await act(fin, given, 'pay', { receivedAmount: 1, receivedDate: today })).statusCode).toBe(409)
  })

  it('nobody approves a sale of their own, whatever they may', async () => {
    const { db } = server.database
    const sale = await paid(await submitted())
    await sql`update center_sale set submitted_by = 'fm01' where id = ${Number(sale.id)}`.execute(db)
    const answer = await act(fm, sale, 'approve')
    expect([answer.statusCode, answer.body]).toEqual([409, '審核人員不可與申請人員相同。'])
    await sql`update center_sale set submitted_by = 'fin01' where id = ${Number(sale.id)}`.execute(db)
    const rejected = await done(await act(fm, sale, 'reject', { rejectReason: '單價有誤' }))
    expect(rejected).toMatchObject({ status: '4', rejectReason: '單價有誤', paymentStatus: '2' })
    // The received amount cannot be changed, so the total must not fall below it.
    const cheaper = await fin.put(`${sales}/${sale.id}`, { rowVersion: rejected.rowVersion, points: 1 })
    expect([cheaper.statusCode, cheaper.json<Row>().points]).toEqual([409, '總額不可低於已收金額。'])
    const dearer = await done(await fin.put(`${sales}/${sale.id}`, { rowVersion: rejected.rowVersion, points: 400_000 }))
    expect(dearer).toMatchObject({ status: '1', paymentStatus: '1' })
  })

  it('a company with credit gets its points before it pays', async () => {
    await sql`update company set payment_term_days = 30 where company_no = ${prepaid}`.execute(server.app.db)
    expect(await done(await act(fm, await submitted(), 'approve'))).toMatchObject({ status: '3', paymentStatus: '0' })
    await sql`update company set payment_term_days = 0 where company_no = ${prepaid}`.execute(server.app.db)
  })

  it('an approved sale stays as it is, for the owner of its table too', async () => {
    const sale = await approved()
    expect((await fin.put(`${sales}/${sale.id}`, { rowVersion: sale.rowVersion, points: 1 })).statusCode).toBe(409)
    const tampered = sql`update center_sale set points = 1 where id = ${Number(sale.id)}`.execute(server.database.db)
    await expect(tampered).rejects.toThrow('insert-only')
  })
})

describe('the invoice of a sale', () => {
  it('an invoice has the next number of its track and the amounts of the sale, once', async () => {
    const sale = await approved()
    expect((await act(fm, sale, 'invoice', { invoiceDate: today })).statusCode).toBe(403)
    const invoiced = await done(await act(fin, sale, 'invoice', { invoiceDate: today }))
    expect(invoiced).toMatchObject({ status: '3', invoiceNo: 'ZS00000100', invoiceDate: today })
    expect(await documentsOf(sale)).toMatchObject([
      {
        docNo: 'ZS00000100',
        feeType: '3',
        companyNo: prepaid,
        salesAmount: 306_000,
        taxAmount: 15_300,
        status: '2',
        sourceNo: sale.saleNo,
      },
    ])
    expect((await act(fin, invoiced, 'invoice', { invoiceDate: today })).statusCode).toBe(409)
    expect(await soundness()).toEqual([])
  })

  it('a void sale takes its points back and voids its invoice', async () => {
    const before = await stock()
    const sale = await done(await act(fin, await approved(), 'invoice', { invoiceDate: today }))
    expect((await act(fin, sale, 'void', { voidReason: '重複' })).statusCode).toBe(403)
    const voided = await done(await act(fm, sale, 'void', { voidReason: '重複建檔' }))
    expect(voided).toMatchObject({ status: '5', paymentStatus: '2', invoiceNo: null })
    expect(await stock()).toBe(before)
    expect(await documentsOf(sale)).toMatchObject([{ status: '3', voidReason: '重複建檔' }])
    expect((await act(fm, voided, 'void', { voidReason: '再一次' })).statusCode).toBe(409)
    expect(await soundness()).toEqual([])
  })

  it('a long reason of a void sale is cut between characters, in one line, as the message of its void invoice has it', async () => {
    const sale = await done(await act(fin, await approved(), 'invoice', { invoiceDate: today }))
    const begin = '買方要求重開，並更正抬頭與'
    await done(await act(fm, sale, 'void', { voidReason: `${begin}\n聯絡人姓名𠮷後續再議` }))
    const [invoice] = await documentsOf(sale)
    expect(invoice).toMatchObject({ status: '3', voidReason: `${begin} 聯絡人姓名𠮷` })
  })

  it('a void sale whose invoice was partly credited is credited with the rest', async () => {
    const sale = await done(await act(fin, await approved(), 'invoice', { invoiceDate: today }))
    const [invoice] = await documentsOf(sale)
    const credit = { rowVersion: invoice?.rowVersion, creditDate: today, creditReason: '2', creditAmount: 6000 }
    expect((await fin.post(`${base}/point_invoice_discount/${invoice?.id}/allow`, credit)).statusCode).toBe(200)
    await done(await act(fm, sale, 'void', { voidReason: '退貨' }))
    expect(await documentsOf(sale)).toMatchObject([
      { docType: '2', salesAmount: 6000, taxAmount: 300 },
      { docType: '2', salesAmount: 300_000, taxAmount: 15_000, reasonCode: '4', status: '2' },
      { docType: '1', status: '5', remainingAmount: 0 },
    ])
    expect(await soundness()).toEqual([])
  })

  it('a sale that was credited before its payment is paid with the rest', async () => {
    const { db } = server.app
    await sql`update company set payment_term_days = 30 where company_no = ${prepaid}`.execute(db)
    const sale = await done(await act(fin, await done(await act(fm, await submitted(), 'approve')), 'invoice', { invoiceDate: today }))
    await sql`update company set payment_term_days = 0 where company_no = ${prepaid}`.execute(db)
    const [invoice] = await documentsOf(sale)
    const credit = { rowVersion: invoice?.rowVersion, creditDate: today, creditReason: '2', creditAmount: 6000 }
    expect((await fin.post(`${base}/point_invoice_discount/${invoice?.id}/allow`, credit)).statusCode).toBe(200)
    const now = async () => (await fin.get(`${sales}/0/5?saleNo=${sale.saleNo}`)).json<{ rows: Row[] }>().rows[0] as Row
    const pay = async (receivedAmount: number) => act(fin, await now(), 'pay', { receivedAmount, receivedDate: today, receivedRef: 'TT1' })
    const rest = Number(sale.totalAmount) - 6300
    expect((await pay(rest + 1)).json<Row>().receivedAmount).toBe(`收款金額不可超過未收的 ${rest.toLocaleString('en-US')} 元。`)
    expect(await done(await pay(rest))).toMatchObject({ paymentStatus: '2', receivedAmount: rest })
    const allowance = (await documentsOf(sale)).find(({ docType }) => docType === '2')
    const voiding = { rowVersion: allowance?.rowVersion, reason: '誤開' }
    expect((await fm.post(`${base}/point_invoice_discount/${allowance?.id}/void`, voiding)).statusCode).toBe(200)
    expect(await now()).toMatchObject({ paymentStatus: '1', outstandingAmount: 6300, overpaidAmount: 0 })
    await done(await pay(6300))
    const [again] = (await documentsOf(sale)).filter(({ docType }) => docType === '1')
    const late = { rowVersion: again?.rowVersion, creditDate: today, creditReason: '2', creditAmount: 1000 }
    expect((await fin.post(`${base}/point_invoice_discount/${again?.id}/allow`, late)).statusCode).toBe(200)
    expect(await now()).toMatchObject({ paymentStatus: '2', outstandingAmount: 0, overpaidAmount: 1050 })
    expect(await soundness()).toEqual([])
  })

  it('a sale whose points were given away already is not voided', async () => {
    const sale = await approved({ points: 1000 + (await stock()) })
    const { db } = server.database
    await sql`alter table point_account disable trigger user`.execute(db)
    const kept = await stock()
    await sql`update point_account set balance = 10 where class = 'PREPAID' and owner_id = ${prepaid}`.execute(db)
    const refused = await act(fm, sale, 'void', { voidReason: '退貨' })
    await sql`update point_account set balance = ${kept} where class = 'PREPAID' and owner_id = ${prepaid}`.execute(db)
    await sql`alter table point_account enable trigger user`.execute(db)
    expect([refused.statusCode, refused.body]).toEqual([409, '預購點數餘額不足，無法作廢。'])
  })
})

describe('what a sale got too much', () => {
  const find = async (saleNo: unknown) => (await fin.get(`${sales}/0/5?saleNo=${saleNo}`)).json<{ rows: Row[] }>().rows[0] as Row
  const back = (sale: Row, refundedAmount: number, more: object = {}) =>
    act(fin, sale, 'refund', { refundedAmount, refundedDate: today, refundedRef: 'RF1', ...more })
  const vouchersOf = async (sale: Row) =>
    (
      await sql<{ voucherNo: string; account: string; amount: number; isReversal: boolean }>`
        select voucher_no, account, amount, is_reversal from journal_voucher
        where document_no = ${String(sale.saleNo)} order by voucher_no, line_no`.execute(server.app.db)
    ).rows

  /** A sale that was paid and then credited with 1,000 and tax. */
  async function overpaid(): Promise<Row> {
    const sale = await done(await act(fin, await approved(), 'invoice', { invoiceDate: today }))
    const [invoice] = await documentsOf(sale)
    const credit = { rowVersion: invoice?.rowVersion, creditDate: today, creditReason: '2', creditAmount: 1000 }
    expect((await fin.post(`${base}/point_invoice_discount/${invoice?.id}/allow`, credit)).statusCode).toBe(200)
    return find(sale.saleNo)
  }

  it('an overpayment is paid back in parts, never beyond what was overpaid, and every payment has its voucher', async () => {
    const sale = await overpaid()
    expect(sale).toMatchObject({ overpaidAmount: 1050, refundedAmount: 0, paymentStatus: '2' })
    const tooMuch = await back(sale, 1051)
    expect([tooMuch.statusCode, tooMuch.json<Row>().refundedAmount]).toEqual([
      409,
      '退款金額不可超過溢收的 1,050 元，請改填 1,050 元以內的金額。',
    ])
    const tomorrow = await back(sale, 1, { refundedDate: addDays(today, 1) })
    expect([tomorrow.statusCode, tomorrow.json<Row>().refundedDate]).toEqual([400, '退款日期不可晚於今日。'])
    const before = await back(sale, 1, { refundedDate: addDays(today, -400) })
    expect([before.statusCode, before.json<Row>().refundedDate]).toEqual([
      400,
      expect.stringMatching(/^退款日期不可早於收款日期 \d{4}-\d\d-\d\d。$/),
    ])
    const part = await done(await back(sale, 50))
    expect(part).toMatchObject({ status: '3', paymentStatus: '2', overpaidAmount: 1000, refundedAmount: 50, refundedRef: 'RF1' })
    const whole = await done(await back(part, 1000))
    expect(whole).toMatchObject({ overpaidAmount: 0, refundedAmount: 1050, receivedAmount: sale.receivedAmount, outstandingAmount: 0 })
    const more = await back(whole, 1)
    expect(more.statusCode).toBe(409)
    const { saleNo } = sale
    expect(await vouchersOf(sale)).toEqual([
      { voucherNo: `${saleNo}-P`, account: 'BANK', amount: 321_300, isReversal: false },
      { voucherNo: `${saleNo}-P`, account: 'RECEIVABLE', amount: -321_300, isReversal: false },
      { voucherNo: `${saleNo}-P-R`, account: 'RECEIVABLE', amount: 50, isReversal: true },
      { voucherNo: `${saleNo}-P-R`, account: 'BANK', amount: -50, isReversal: true },
      { voucherNo: `${saleNo}-P2-R`, account: 'RECEIVABLE', amount: 1000, isReversal: true },
      { voucherNo: `${saleNo}-P2-R`, account: 'BANK', amount: -1000, isReversal: true },
    ])
    const payments = (await fin.get(`${sales}/${sale.id}/children/payments/0/9`)).json<{ rows: Row[] }>().rows
    expect(payments.map(({ receivedAmount, refundedAmount, reference }) => [receivedAmount, refundedAmount, reference])).toEqual([
      [321_300, 0, 'TT1'],
      [0, 50, 'RF1'],
      [0, 1000, 'RF1'],
    ])
    expect(await soundness()).toEqual([])
  })

  it('what was paid back is received again when the allowance is void', async () => {
    const sale = await done(await back(await overpaid(), 1050))
    const allowance = (await documentsOf(sale)).find(({ docType }) => docType === '2')
    const voiding = { rowVersion: allowance?.rowVersion, reason: '誤開' }
    expect((await fm.post(`${base}/point_invoice_discount/${allowance?.id}/void`, voiding)).statusCode).toBe(200)
    const owing = await find(sale.saleNo)
    expect(owing).toMatchObject({ paymentStatus: '1', outstandingAmount: 1050, overpaidAmount: 0 })
    const again = { receivedDate: today, receivedRef: 'TT3' }
    expect((await act(fin, owing, 'pay', { receivedAmount: 1051, ...again })).statusCode).toBe(409)
    expect(await done(await act(fin, owing, 'pay', { receivedAmount: 1050, ...again }))).toMatchObject({
      ...{ paymentStatus: '2', receivedAmount: 322_350, refundedAmount: 1050, outstandingAmount: 0, overpaidAmount: 0 },
    })
    expect(await soundness()).toEqual([])
  })

  it('a void sale is refunded when its money is paid back, not before', async () => {
    const sale = await done(await act(fm, await approved(), 'void', { voidReason: '退貨' }))
    expect(sale).toMatchObject({ status: '5', paymentStatus: '2', overpaidAmount: 321_300 })
    const part = await done(await back(sale, 300))
    expect(part).toMatchObject({ status: '5', paymentStatus: '2', overpaidAmount: 321_000 })
    expect(await done(await back(part, 321_000))).toMatchObject({ status: '5', paymentStatus: '3', overpaidAmount: 0 })
    const { rows } = await sql<{ rest: number }>`
      select coalesce(sum(amount), 0)::bigint as rest from journal_voucher
      where document_no = ${String(sale.saleNo)} and account = 'BANK'`.execute(server.app.db)
    expect(Number(rows[0]?.rest)).toBe(0)
    expect(await soundness()).toEqual([])
  })

  it.each([
    ['returned', 'reject', { rejectReason: '折扣率過高' }, '4'],
    ['withdrawn', 'withdraw', {}, '1'],
  ])('money of a %s sale is paid back, and what is still here counts when it is submitted again', async (_, step, input, status) => {
    const waiting = await paid(await submitted())
    const noted = await back(waiting, 1)
    expect(noted.statusCode).toBe(409)
    const sale = await done(await act(step === 'reject' ? fm : fin, waiting, step, input))
    expect(sale).toMatchObject({ status, paymentStatus: '2', overpaidAmount: 321_300, outstandingAmount: 0 })
    const part = await done(await back(sale, 300))
    expect(part).toMatchObject({ status, paymentStatus: '1', overpaidAmount: 321_000 })
    const tooLow = await fin.put(`${sales}/${sale.id}`, { rowVersion: part.rowVersion, points: 100_000 })
    expect([tooLow.statusCode, tooLow.json<Row>().points]).toEqual([409, '總額不可低於已收金額。'])
    const smaller = await done(await fin.put(`${sales}/${sale.id}`, { rowVersion: part.rowVersion, discountRate: 0, points: 299_720 }))
    expect(smaller).toMatchObject({ status: '1', totalAmount: 321_000, paymentStatus: '2' })
    const empty = await done(await back(smaller, 321_000))
    expect(empty).toMatchObject({ status: '1', paymentStatus: '0', overpaidAmount: 0, refundedAmount: 321_300 })
    const again = await done(await act(fin, empty, 'submit'))
    expect(again).toMatchObject({ status: '2', outstandingAmount: 321_000 })
    expect((await act(fm, again, 'approve')).statusCode).toBe(409)
    expect((await done(await act(fm, await paid(again), 'approve'))).status).toBe('3')
    expect(await soundness()).toEqual([])
  })

  it('payments of a sale on two days are two vouchers, each on its own day', async () => {
    const sale = await submitted()
    const first = await done(await act(fin, sale, 'pay', { receivedAmount: 1000, receivedDate: addDays(today, -1) }))
    await done(await act(fin, first, 'pay', { receivedAmount: 320_300, receivedDate: today }))
    const { rows } = await sql<{ voucherNo: string; day: string; amount: number }>`
      select voucher_no, voucher_date::text as day, amount from journal_voucher
      where document_no = ${String(sale.saleNo)} and account = 'BANK' order by voucher_no`.execute(server.app.db)
    expect(rows).toEqual([
      { voucherNo: `${sale.saleNo}-P`, day: addDays(today, -1), amount: 1000 },
      { voucherNo: `${sale.saleNo}-P2`, day: today, amount: 320_300 },
    ])
  })

  it('a sale that owes nothing back has no refund, and nobody without the right to payments registers one', async () => {
    expect((await back(await approved(), 1)).statusCode).toBe(409)
    const sale = await overpaid()
    expect((await act(fm, sale, 'refund', { refundedAmount: 1, refundedDate: today })).statusCode).toBe(403)
    expect((await fin.post(`${sales}/${sale.id}/refund`, { rowVersion: sale.rowVersion, refundedAmount: 1 })).statusCode).toBe(400)
  })

  it.runIf(hasRaces())('refunds at the same time never pay back more than was overpaid', async () => {
    const sale = await overpaid()
    const answers = await Promise.all(Array.from({ length: 8 }, () => back(sale, 1050)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await find(sale.saleNo)).toMatchObject({ refundedAmount: 1050, overpaidAmount: 0 })
    expect(await soundness()).toEqual([])
  })
})

describe('who sees sales', () => {
  it('orders of corporate members are shown, and moved nowhere from here', async () => {
    const { rows } = (await fin.get(`${sales}/0/50?buyerType=2`)).json<{ rows: Row[] }>()
    expect(rows.length).toBeGreaterThan(0)
    const order = rows.find(({ status }) => status === '3') as Row
    expect(order).toMatchObject({ companyNo: null, buyerType: '2' })
    const { settlementNo } = (await fin.get(`${sales}/${order.id}`)).json<Row>()
    expect(settlementNo).toMatch(/^SB\d{10}$/)
    for (const [person, step, input] of [
      [fin, 'invoice', { invoiceDate: today }],
      [fin, 'pay', { receivedAmount: 1, receivedDate: today }],
      [fm, 'void', { voidReason: 'x' }],
    ] as const)
      expect((await act(person, order, step, input)).statusCode).toBe(404)
  })

  it('merchants see their own sales and nothing of others', async () => {
    const sale = await draft()
    const merchant = await signIn(server, 'mer01')
    expect((await merchant.get(`${sales}/0/50`)).json<{ rows: Row[] }>().rows).toEqual([])
    expect((await merchant.get(`${sales}/${sale.id}`)).statusCode).toBe(404)
    expect((await merchant.post(sales, { saleDate: today, companyNo: 'C000101', points: 1, discountRate: 0 })).statusCode).toBe(403)
  })
})

describe.runIf(hasRaces())('a sale approved by many at once', () => {
  it('a sale that two managers approve at the same time is posted once', async () => {
    const second = await signIn(server, 'fm02')
    const sale = await paid(await submitted())
    const before = await stock()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => act(index % 2 ? fm : second, sale, 'approve')))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await stock()).toBe(before + 300_000)
    expect(await soundness()).toEqual([])
  })
})
