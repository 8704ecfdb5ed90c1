import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { taxPeriodOf } from '../../src/rules/taxPeriods.ts'
import { verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { type AccountingWorld, startAccountingWorld } from './accountingWorld.ts'
import type { TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const base = '/api/accounting'
const today = taipeiDate(new Date())
let world: AccountingWorld
let track: string
let sale: Awaited<ReturnType<AccountingWorld['issue']>>

beforeAll(async () => {
  world = await startAccountingWorld()
  await sql`update company set ap_unit_price = 1.05, dp_unit_price = 1, dp_proc_fee_rate = 1.5 where company_no = ${world.companyNo}`.execute(
    world.server.app.db,
  )
  sale = await world.issue('2025-01-05', 100_000)
  const rules = { minRedeemPoints: 1, redeemStep: 1, maxRedeemRatio: 100, parValue: 1 }
  const redeem = { context: world.contextOn('2025-01-08'), memberNo: world.memberNo, points: 40_000, amount: 40_000, rules }
  await ledger.run(world.server.app.db, (trx) => ledger.redeem(trx, redeem))
  await world.takeBack('2025-02-05', sale, 3000)
  await world.issue('2025-03-05', 50_000)
  await ledger.run(world.server.app.db, (trx) =>
    ledger.redeem(trx, { ...redeem, context: world.contextOn('2025-03-08'), points: 1000, amount: 1000 }),
  )
  await world.issue('2025-05-05', 30_000)
  const redeemed = await ledger.run(world.server.app.db, (trx) =>
    ledger.redeem(trx, { ...redeem, context: world.contextOn('2025-05-08'), points: 1000, amount: 1000 }),
  )
  const undone = { context: world.contextOn('2025-06-02'), original: { transactionId: redeemed.posted.transactionId }, points: 1000 }
  await ledger.run(world.server.app.db, (trx) => ledger.redeemReturn(trx, { ...undone, graceDays: 30 }))
  // The invoice numbers of the demo data are used up, so that those of this test are the next ones.
  await sql`update invoice_track set is_enabled = false`.execute(world.server.app.db)
  track = 'ZA'
  const made = await world.fin.post(`${base}/invoice_track`, {
    ...{ taxPeriod: taxPeriodOf(today), track: 'za', firstNo: 100, lastNo: 149, isEnabled: true },
  })
  expect([made.statusCode, made.statusCode === 201 ? '' : made.body]).toEqual([201, ''])
})
afterAll(() => world.server.close())

async function closed(periodNo: string): Promise<Row> {
  const month = await world.month(world.companyNo, periodNo)
  const answer = month.status === '1' ? await world.step(world.fin, month, 'close') : null
  if (answer && answer.statusCode !== 200) throw new Error(answer.body)
  return statementOf(periodNo)
}

async function statementOf(periodNo: string): Promise<Row> {
  const answer = await world.fin.get(`${base}/statements/0/5?companyNo=${world.companyNo}&periodNo=${periodNo}&sort=version.desc`)
  return answer.json<{ rows: Row[] }>().rows[0] as Row
}

const act = (person: TestSession, screen: string, row: Row, step: string, input: object) =>
  person.post(`${base}/${screen}/${row.id}/${step}`, { rowVersion: row.rowVersion, ...input })

async function documentsOf(statement: Row): Promise<Row[]> {
  const answer = await world.fin.get(`${base}/point_invoice_discount/0/50?sourceNo=${statement.statementNo}&sort=docNo.asc`)
  return answer.json<{ rows: Row[] }>().rows
}

async function documentBy(docNo: string): Promise<Row> {
  return (await world.fin.get(`${base}/point_invoice_discount/0/5?docNo.eq=${docNo}`)).json<{ rows: Row[] }>().rows[0] as Row
}

describe('number tracks', () => {
  it.each([
    [{ firstNo: 101, lastNo: 199 }, 'firstNo'],
    [{ firstNo: 200, lastNo: 248 }, 'lastNo'],
    [{ track: 'A1', firstNo: 200, lastNo: 249 }, 'track'],
  ])('tracks are whole blocks of fifty with two letters: %o', async (values, field) => {
    const answer = await world.fin.post(`${base}/invoice_track`, { taxPeriod: taxPeriodOf(today), track: 'ZB', isEnabled: true, ...values })
    expect([answer.statusCode, Object.keys(answer.json<Row>())]).toEqual([400, [field]])
  })

  it('tracks do not overlap', async () => {
    const values = { taxPeriod: taxPeriodOf(today), track: 'ZA', firstNo: 100, lastNo: 199, isEnabled: true }
    const answer = await world.fin.post(`${base}/invoice_track`, values)
    expect([answer.statusCode, answer.body]).toEqual([409, '字軌區間重疊。'])
  })
})

describe('invoices of a statement', () => {
  it('invoices are refused without permission, before the period ends, and after today', async () => {
    const statement = await closed('202501')
    const refusal = async (input: object) => (await act(world.fin, 'statements', statement, 'invoice', input)).json<Row>().invoiceDate
    expect((await act(world.fm, 'statements', statement, 'invoice', { invoiceDate: today })).statusCode).toBe(403)
    expect(await refusal({ invoiceDate: '2025-01-30' })).toBe('日期不可早於 2025-01-31。')
    expect(await refusal({ invoiceDate: addDays(today, 1) })).toBe('日期不可晚於今日。')
  })

  it('invoices need a number of the tax period, the next one of its track', async () => {
    const statement = await closed('202501')
    const refusal = async (apInvoiceNo: string) =>
      (await act(world.fin, 'statements', statement, 'invoice', { invoiceDate: today, apInvoiceNo })).json<Row>().apInvoiceNo
    expect(await refusal('ZZ00000100')).toBe('發票號碼不在本期字軌範圍。')
    expect(await refusal('ZA00000110')).toBe('請依序使用字軌號碼，下一號碼為 ZA00000100。')
    expect(await refusal('ZA0000010')).toBe('發票格式錯誤')
  })

  it('a number is asked for one statement only: for several it is refused, and nothing is invoiced', async () => {
    const several = [await closed('202501'), (await world.fin.get(`${base}/statements/0/5?status=2`)).json<{ rows: Row[] }>().rows.at(-1)]
    const ids = several.map((row) => Number(row?.id))
    expect(new Set(ids).size).toBe(2)
    const send = (input: object) => world.fin.post(`${base}/statements/invoice`, { ids, invoiceDate: today, ...input })
    const refused = await send({ apInvoiceNo: 'ZA00000100', dpInvoiceNo: '' })
    expect([refused.statusCode, refused.json()]).toEqual([400, { apInvoiceNo: '贈點費用發票號碼 只能逐筆輸入，請清空或改為單筆作業' }])
    expect((await closed('202501')).status).toBe('2')
  })

  it('a statement with a fee is offered to be invoiced, and not to be confirmed', async () => {
    const billed = await closed('202501')
    expect(billed.deniedActions).toContain('confirm')
    expect(billed.deniedActions).not.toContain('invoice')
    const confirmed = await act(world.fin, 'statements', billed, 'confirm', {})
    expect([confirmed.statusCode, confirmed.body]).toEqual([409, '此對帳單有需要開立的發票，請按「開立發票」。'])
  })

  it('invoices are two, numbered one after the other, with the amounts of the statement', async () => {
    const statement = await closed('202501')
    const input = { invoiceDate: today, apInvoiceNo: 'za-00000100' }
    const answer = await act(world.fin, 'statements', statement, 'invoice', input)
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    expect(answer.json<Row>()).toMatchObject({ status: '3', apInvoiceNo: `${track}00000100`, dpInvoiceNo: `${track}00000101` })
    // 100,000 x 1.05 and 40,000 x 1.5 %.
    expect(await documentsOf(statement)).toMatchObject([
      { docNo: 'ZA00000100', feeType: '1', salesAmount: 105_000, taxAmount: 5250, totalAmount: 110_250, status: '2', issueDate: today },
      { docNo: 'ZA00000101', feeType: '2', salesAmount: 600, taxAmount: 30, totalAmount: 630, status: '2' },
    ])
    expect((await world.month(world.companyNo, '202501')).status).toBe('3')
    const [invoice] = await documentsOf(statement)
    const lines = (await world.fin.get(`${base}/point_invoice_discount/${invoice?.id}/children/lines/0/10`)).json<{ rows: Row[] }>().rows
    expect(lines.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(105_000)
  })

  it('invoices keep a month from being opened again', async () => {
    const answer = await world.step(world.fm, await world.month(world.companyNo, '202501'), 'reopen', { reason: '試試' })
    expect(answer.statusCode).toBe(409)
  })

  it('invoices become allowances over earlier invoices where the fee is negative', async () => {
    const statement = await closed('202502')
    const answer = await act(world.fin, 'statements', statement, 'invoice', { invoiceDate: today })
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    const [draft] = await documentsOf(statement)
    expect(draft).toMatchObject({ docType: '2', status: '1', salesAmount: 3150, taxAmount: 158, originalInvoiceNo: 'ZA00000100' })
    expect(await documentBy('ZA00000100')).toMatchObject({ status: '4', remainingAmount: 101_850 })
    // After the end of the period, but before the date of its invoice.
    const early = await act(world.fin, 'point_invoice_discount', draft as Row, 'issue', { invoiceDate: addDays(today, -1) })
    expect(early.json<Row>().invoiceDate).toBe(`日期不可早於 ${today}。`)
    const issued = await act(world.fin, 'point_invoice_discount', draft as Row, 'issue', { invoiceDate: today })
    expect([issued.statusCode, issued.statusCode === 200 ? '' : issued.body]).toEqual([200, ''])
    const agreed = await act(world.fin, 'point_invoice_discount', issued.json<Row>(), 'consent', { consentOn: today, consentRef: '回函' })
    expect(agreed.json<Row>()).toMatchObject({ status: '6', consentRef: '回函', remainingAmount: null })
    // The tab of the outlets ends with their sum.
    const stores = await world.fin.get(`${base}/statements/${statement.id}/children/stores/0/10`)
    expect(stores.json<{ totals: Row }>().totals).toMatchObject({ netApPoints: statement.netApPoints, netDpPoints: statement.netDpPoints })
    // The total of the list is what was billed, less what was credited.
    const listed = await world.fin.get(`${base}/point_invoice_discount/0/100?companyNo=${world.companyNo}`)
    const { rows, totals } = listed.json<{ rows: Row[]; totals: Row }>()
    const counted = rows.filter(({ status }) => status !== '1' && status !== '3')
    const signed = counted.reduce((sum, row) => sum + Number(row.totalAmount) * (row.docType === '2' ? -1 : 1), 0)
    expect(totals.totalAmount).toBe(signed)
    expect(counted.map(({ docType }) => docType).sort()).toEqual(expect.arrayContaining(['1', '2']))
  })

  it('invoices are voided in their tax period, which opens the statement for a new one', async () => {
    const statement = await closed('202503')
    await act(world.fin, 'statements', statement, 'invoice', { invoiceDate: today })
    const [invoice] = await documentsOf(statement)
    expect((await act(world.fin, 'point_invoice_discount', invoice as Row, 'void', { reason: '抬頭誤植' })).statusCode).toBe(403)
    const voided = await act(world.fm, 'point_invoice_discount', invoice as Row, 'void', { reason: '抬頭誤植' })
    expect(voided.json<Row>()).toMatchObject({ status: '3', voidReason: '抬頭誤植' })
    const open = await statementOf('202503')
    expect(open).toMatchObject({ status: '2', apInvoiceNo: null })
    // The other invoice is in force; another version of the statement must not bill it again.
    const reopened = await world.step(world.fm, await world.month(world.companyNo, '202503'), 'reopen', { reason: '試試' })
    expect([reopened.statusCode, reopened.body]).toEqual([409, '已開立發票之帳期不可重開，請以折讓或調整單處理。'])
    const again = await act(world.fin, 'statements', open, 'invoice', { invoiceDate: today })
    expect(again.json<Row>()).toMatchObject({ status: '3', apInvoiceNo: 'ZA00000104', dpInvoiceNo: 'ZA00000103' })
  })

  it('invoices are not voided once a part is credited, nor in another tax period', async () => {
    const credited = await act(world.fm, 'point_invoice_discount', await documentBy('ZA00000100'), 'void', { reason: 'x' })
    expect(credited.statusCode).toBe(409)
    // As the owner of the tables, because no user can change a date.
    const { db } = world.server.database
    await sql`alter table invoice_document disable trigger invoice_document_numbered`.execute(db)
    await sql`update invoice_document set issue_date = '2025-06-30' where doc_no = 'ZA00000101'`.execute(db)
    const old = await act(world.fm, 'point_invoice_discount', await documentBy('ZA00000101'), 'void', { reason: 'x' })
    expect([old.statusCode, old.body]).toEqual([409, '已跨發票期別，請改開折讓單。'])
  })
})

describe('allowances by hand', () => {
  it('allowances take no more than is left of the invoice, with its tax', async () => {
    const invoice = await documentBy('ZA00000104')
    const allow = async (input: object) =>
      act(world.fin, 'point_invoice_discount', await documentBy('ZA00000104'), 'allow', { creditDate: today, creditReason: '2', ...input })
    expect((await allow({ creditAmount: 52_501 })).json<Row>().creditAmount).toBe('折讓金額超過發票可折讓餘額。')
    expect((await allow({ creditAmount: 100, creditTax: 9 })).json<Row>().creditTax).toBe('稅額應為 5 元（可差 1 元）。')
    expect((await allow({ creditAmount: 100, creditTax: 6 })).json<Row>()).toMatchObject({ status: '4', remainingAmount: 52_400 })
    const rest = await allow({ creditAmount: 52_400 })
    expect(rest.json<Row>()).toMatchObject({ status: '5', remainingAmount: 0, allowanceTax: invoice.taxAmount })
  })
})

describe('payments', () => {
  const pay = async (input: object) =>
    act(world.fin, 'statements', await statementOf('202501'), 'pay', { paidOn: today, isNet: false, ...input })

  it('payments are counted until both sides are settled, and never beyond', async () => {
    const { receivableAmount, payableAmount } = await statementOf('202501')
    expect((await pay({ receivedAmount: Number(receivableAmount) + 1 })).statusCode).toBe(409)
    // A day of another month or year would stand in a journal that was handed over long ago.
    const early = await pay({ receivedAmount: 1000, paidOn: '2025-01-30' })
    expect([early.statusCode, early.json<Row>()]).toEqual([400, { paidOn: '收付日不可早於帳期結束日 2025-01-31，請確認日期。' }])
    expect((await pay({ receivedAmount: 1000 })).json<Row>()).toMatchObject({ status: '3', paymentStatus: '1', receivedAmount: 1000 })
    expect((await pay({ isNet: true, receivedAmount: 1 })).body).toBe('已有部分收付，不可再以淨額結清。')
    const done = await pay({ receivedAmount: Number(receivableAmount) - 1000, paidAmount: payableAmount })
    expect(done.json<Row>()).toMatchObject({ status: '4', paymentStatus: '2', settledAt: today })
    expect((await world.month(world.companyNo, '202501')).status).toBe('4')
  })

  it('payments keep an allowance that they counted on from being voided', async () => {
    const statement = await statementOf('202502')
    const part = await act(world.fin, 'statements', statement, 'pay', { paidOn: today, isNet: false, paidAmount: 1 })
    expect([part.statusCode, part.statusCode === 200 ? '' : part.body]).toEqual([200, ''])
    const [document] = await documentsOf(statement)
    const refused = await act(world.fm, 'point_invoice_discount', document as Row, 'void', { reason: 'x' })
    expect([refused.statusCode, refused.body]).toEqual([409, '此對帳單已登錄收付款，不可作廢憑證。'])
  })
})

it('a statement without a fee is offered to be confirmed, and not to be invoiced', async () => {
  await world.takeBack('2025-04-06', await world.issue('2025-04-05', 100), 100)
  for (const before of ['202502', '202503']) await closed(before)
  const empty = await closed('202504')
  expect(empty.deniedActions).toContain('invoice')
  expect(empty.deniedActions).not.toContain('confirm')
  const invoiced = await act(world.fin, 'statements', empty, 'invoice', { invoiceDate: today })
  expect([invoiced.statusCode, invoiced.body]).toEqual([409, '此對帳單沒有需要開立的發票，請按「確認」。'])
  const done = await act(world.fin, 'statements', empty, 'confirm', {})
  // Nothing to receive or to pay: there is no payment that would settle it.
  expect([done.statusCode, done.json()]).toEqual([200, expect.objectContaining({ status: '4', paymentStatus: '2' })])
  expect(await documentsOf(empty)).toEqual([])
})

/** What the rules find, without D4: a test above changed the date of an invoice. */
const faults = async () =>
  (await verifyAccounting(world.server.app.db)).filter(({ id, violations }) => violations > 0 && id !== 'D4').map(({ id }) => id)

/** What the accounts of a statement hold in the journal, without those that are even. */
async function accountsOf(periodNo: string): Promise<Record<string, number>> {
  const { statementNo } = await statementOf(periodNo)
  const { rows } = await sql<{ account: string; rest: number }>`
    select account, sum(amount)::bigint as rest from journal_voucher
    where statement_no = ${String(statementNo)} and account in ('RECEIVABLE', 'PAYABLE') group by 1 having sum(amount) <> 0`.execute(
    world.server.app.db,
  )
  return Object.fromEntries(rows.map(({ account, rest }) => [account, Number(rest)]))
}

describe('allowances and payments', () => {
  const invoiceNo = () => statementOf('202505').then(({ apInvoiceNo }) => String(apInvoiceNo))
  const allow = async (creditAmount: number) =>
    act(world.fin, 'point_invoice_discount', await documentBy(await invoiceNo()), 'allow', {
      creditDate: today,
      creditReason: '2',
      creditAmount,
    })
  const pay = async (input: object) =>
    act(world.fin, 'statements', await statementOf('202505'), 'pay', { paidOn: today, isNet: false, ...input })
  it('an allowance before the payment leaves less to receive, and is no longer overdue', async () => {
    expect((await act(world.fin, 'statements', await closed('202505'), 'invoice', { invoiceDate: today })).statusCode).toBe(200)
    const before = await statementOf('202505')
    expect(before).toMatchObject({ status: '3', creditedAmount: 0, outstandingAmount: before.receivableAmount })
    expect((await allow(10_000)).statusCode).toBe(200)
    const left = Number(before.receivableAmount) - 10_500
    expect(await statementOf('202505')).toMatchObject({ status: '3', creditedAmount: 10_500, outstandingAmount: left })
    const tooMuch = await pay({ receivedAmount: left + 1 })
    expect([tooMuch.statusCode, tooMuch.json<Row>().receivedAmount]).toEqual([
      409,
      `本次收款不可超過未收的 ${left.toLocaleString('en-US')} 元（已收 0 元，已折讓 10,500 元）。`,
    ])
    expect((await pay({ isNet: true, receivedAmount: Number(before.netAmount) })).statusCode).toBe(409)
    expect((await pay({ receivedAmount: left })).json<Row>()).toMatchObject({ status: '3', outstandingAmount: 0, receivableAge: null })
    expect((await pay({ paidAmount: before.payableAmount })).json<Row>()).toMatchObject({ status: '4', paymentStatus: '2' })
    expect(await accountsOf('202505')).toEqual({})
    expect(await faults()).toEqual([])
  })

  it('an allowance after the payment is paid back; void, it is received again', async () => {
    expect((await allow(2000)).statusCode).toBe(200)
    const owing = await statementOf('202505')
    expect(owing).toMatchObject({ status: '3', paymentStatus: '1', settledAt: null, outstandingAmount: 0, unpaidAmount: 2100 })
    expect((await world.month(world.companyNo, '202505')).status).toBe('3')
    expect(await faults()).toEqual([])
    expect((await pay({ receivedAmount: 1 })).statusCode).toBe(409)
    expect((await pay({ paidAmount: 2101 })).statusCode).toBe(409)
    expect((await pay({ paidAmount: 2100 })).json<Row>()).toMatchObject({ status: '4', unpaidAmount: 0 })
    expect(await accountsOf('202505')).toEqual({})
    const newest = (await documentsOf(owing)).filter(({ docType }) => docType === '2').at(-1) as Row
    expect((await act(world.fm, 'point_invoice_discount', newest, 'void', { reason: '金額誤植' })).statusCode).toBe(200)
    expect(await statementOf('202505')).toMatchObject({ status: '3', outstandingAmount: 2100, unpaidAmount: 0 })
    expect((await pay({ receivedAmount: 2100 })).json<Row>()).toMatchObject({ status: '4', outstandingAmount: 0 })
    expect(await accountsOf('202505')).toEqual({})
    expect(await faults()).toEqual([])
  })
})

describe('a month in which more redemptions were undone than made', () => {
  it('its cost is a credit and its payable a debit in the journal, never a negative amount', async () => {
    const statement = await closed('202506')
    expect(statement).toMatchObject({ payableAmount: -1000 })
    const { rows } = await sql<Row>`
      select line_no as "lineNo", account_name as "accountName", debit_amount as "debitAmount", credit_amount as "creditAmount" from journal_line
      where voucher_no = ${`${statement.statementNo}-AP`} order by line_no`.execute(world.server.app.db)
    const [cost, ...owed] = rows
    expect(cost).toMatchObject({ accountName: '兌點成本', debitAmount: null, creditAmount: 1000 })
    expect(owed.reduce((sum, line) => sum + Number(line.debitAmount), 0)).toBe(1000)
    expect(owed.map(({ creditAmount }) => creditAmount)).toEqual(owed.map(() => null))
  })

  it('what it owes is received, and leaves nothing on its accounts', async () => {
    expect((await act(world.fin, 'statements', await statementOf('202506'), 'invoice', { invoiceDate: today })).statusCode).toBe(200)
    const statement = await statementOf('202506')
    for (const draft of await documentsOf(statement)) await act(world.fin, 'point_invoice_discount', draft, 'issue', { invoiceDate: today })
    const { outstandingAmount, unpaidAmount } = statement
    const paid = { paidOn: today, isNet: false, receivedAmount: outstandingAmount, paidAmount: unpaidAmount }
    expect((await act(world.fin, 'statements', await statementOf('202506'), 'pay', paid)).json<Row>()).toMatchObject({ status: '4' })
    expect(await accountsOf('202506')).toEqual({})
    expect(await faults()).toEqual([])
  })
})

describe('a negative fee over several invoices', () => {
  const documents = async () => (await documentsOf(await statementOf('202508'))).filter(({ status }) => status !== '3')
  const amounts = (rows: readonly Row[]) => rows.map(({ salesAmount, status }) => [salesAmount, status])
  const leftOf = async () => Promise.all(['202505', '202507'].map(async (month) => (await invoiceOf(month)).remainingAmount))
  const invoiceOf = async (periodNo: string) => documentBy(String((await statementOf(periodNo)).apInvoiceNo))

  it('goes void as a whole with one of its allowances, also those that are drafts, and is credited anew', async () => {
    await world.issue('2025-07-05', 100)
    await world.takeBack('2025-08-05', sale, 300)
    expect((await act(world.fin, 'statements', await closed('202507'), 'invoice', { invoiceDate: today })).statusCode).toBe(200)
    const before = await leftOf()
    expect((await act(world.fin, 'statements', await closed('202508'), 'invoice', { invoiceDate: today })).statusCode).toBe(200)
    expect(amounts(await documents())).toEqual([
      [105, '1'],
      [210, '1'],
    ])
    for (const isWhole of [false, true]) {
      const drafts = await documents()
      for (const draft of isWhole ? drafts : drafts.slice(0, 1))
        expect((await act(world.fin, 'point_invoice_discount', draft, 'issue', { invoiceDate: today })).statusCode).toBe(200)
      const [first] = (await documents()).filter(({ status }) => status === '2')
      const voided = await act(world.fm, 'point_invoice_discount', first as Row, 'void', { reason: '金額誤植' })
      expect([voided.statusCode, voided.statusCode === 200 ? '' : voided.body]).toEqual([200, ''])
      expect([await documents(), await leftOf()]).toEqual([[], before])
      expect(await statementOf('202508')).toMatchObject({ status: '2' })
      expect(await faults()).toEqual([])
      expect((await act(world.fin, 'statements', await statementOf('202508'), 'invoice', { invoiceDate: today })).statusCode).toBe(200)
      expect(amounts(await documents())).toEqual([
        [105, '1'],
        [210, '1'],
      ])
    }
  })
})
