import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taipeiDate } from '../../src/rules/dates.ts'
import { taxPeriodOf } from '../../src/rules/taxPeriods.ts'
import { verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import { type AccountingWorld, startAccountingWorld } from './accountingWorld.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const base = '/api/accounting'
const years = `${base}/yearly_discount_statement_close`
const allowances = `${base}/point_invoice_ap_fee_yr_dis`
const today = taipeiDate(new Date())
let world: AccountingWorld

beforeAll(async () => {
  world = await startAccountingWorld()
  const { db } = world.server.app
  // The contract ends with March: the year has three months.
  await sql`
    update company set ap_unit_price = 1.05, contract_start_date = '2025-01-01', contract_end_date = '2025-03-31'
    where company_no = ${world.companyNo}`.execute(db)
  await world.issue('2025-01-05', 100_000)
  await world.issue('2025-02-05', 60_000)
  await world.issue('2025-03-05', 50_000)
  await world.issue('2026-01-05', 10_000)
  await world.issue('2026-02-05', 20_000)
  await approveSetting(2025, '1', [
    [0, 0],
    [200_000, 30],
  ])
  await approveSetting(2026, '2', [[0, 5]])
  await sql`update invoice_track set is_enabled = false`.execute(db)
  const track = { taxPeriod: taxPeriodOf(today), track: 'ZY', firstNo: 100, lastNo: 149, isEnabled: true }
  expect((await world.fin.post(`${base}/invoice_track`, track)).statusCode).toBe(201)
})
afterAll(() => world.server.close())

async function approveSetting(year: number, feeType: string, tiers: readonly (readonly [number, number])[]): Promise<void> {
  const rows = tiers.map(([conditionPoint, discountRate], index) => ({ conditionSeq: index + 1, conditionPoint, discountRate }))
  await sql`
    insert into yearly_discount (yearly_discount_no, company_no, year, fee_type, combine_group, tiers, status)
    values (${`TEST${year}${feeType}`}, ${world.companyNo}, ${year}, ${feeType}, false, ${JSON.stringify(rows)}::jsonb, '3')`.execute(
    world.server.app.db,
  )
}

async function rowsOf(path: string): Promise<Row[]> {
  const answer = await world.fin.get(path)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ rows: Row[] }>().rows
}

const year = async (of = 2025) => (await rowsOf(`${years}/0/5?companyNo=${world.companyNo}&year=${of}`))[0] as Row
const live = async () =>
  (await rowsOf(`${allowances}/0/50?companyNo=${world.companyNo}&sort=allowanceNo.asc`)).filter((row) => row.status !== '3')
const invoiceOf = async (docNo: unknown) => (await rowsOf(`${base}/point_invoice_discount/0/5?docNo.eq=${docNo}`))[0] as Row
const statementOf = async (periodNo: string) =>
  (await rowsOf(`${base}/statements/0/5?companyNo=${world.companyNo}&periodNo=${periodNo}&sort=version.desc`))[0] as Row

const act = (person: TestSession, path: string, row: Row | undefined, step: string, input: object = {}) =>
  person.post(`${path}/${row?.id}/${step}`, { rowVersion: row?.rowVersion, ...input })

async function done(answer: Awaited<ReturnType<typeof act>>): Promise<Row> {
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json<Row>()
}

const closeMonth = async (periodNo: string) => done(await world.step(world.fin, await world.month(world.companyNo, periodNo), 'close'))

async function soundness(): Promise<readonly string[]> {
  return (await verifyAccounting(world.server.app.db)).filter(({ violations }) => violations > 0).map(({ id }) => id)
}

describe('the close of a year', () => {
  it('a trial shows what a year would give back, and a close waits for its months', async () => {
    await closeMonth('202501')
    const tried = await done(await act(world.fin, years, await year(), 'trial'))
    // 100,000 points of one closed month do not reach the tier.
    expect(tried).toMatchObject({
      closedMonths: 1,
      dueMonths: 3,
      yearPoints: 100_000,
      yearFee: 105_000,
      discountRate: 0,
      discountAmount: 0,
    })
    const refused = await act(world.fin, years, await year(), 'close')
    expect([refused.statusCode, refused.body]).toEqual([409, '尚有 2 個月份未關帳。'])
  })

  it('a close waits for invoices that its discount can be credited over', async () => {
    await closeMonth('202502')
    await closeMonth('202503')
    const refused = await act(world.fin, years, await year(), 'close')
    expect([refused.statusCode, refused.body]).toEqual([409, '先前發票可折讓之餘額不足，尚差 66,150 元，無法折讓。'])
    for (const periodNo of ['202501', '202502', '202503'])
      await done(await act(world.fin, `${base}/statements`, await statementOf(periodNo), 'invoice', { invoiceDate: today }))
  })

  it('a close spreads its discount over the invoices of the year, latest first', async () => {
    // 210,000 x 1.05 = 220,500 at 30 %: 66,150 + 3,307.5 of tax; the invoice of March has 52,500.
    const closed = await done(await act(world.fin, years, await year(), 'close'))
    expect(closed).toMatchObject({
      ...{ status: '2', yearlyStatementNo: `YD20251${world.companyNo}01`, yearPoints: 210_000, tierBasePoints: 210_000, yearFee: 220_500 },
      ...{ discountRate: 30, discountAmount: 66_150, discountTax: 3308, discountTotal: 69_458 },
    })
    const drafts = await live()
    expect(drafts).toMatchObject([
      {
        status: '1',
        year: 2025,
        originalInvoiceNo: 'ZY00000102',
        salesAmount: 52_500,
        taxAmount: 2625,
        remainingBefore: 52_500,
      },
      { status: '1', originalInvoiceNo: 'ZY00000101', salesAmount: 13_650, taxAmount: 683, originalSales: 63_000 },
    ])
    expect(closed.allowanceNos).toBe(drafts.map(({ allowanceNo }) => allowanceNo).join('、'))
    expect(await invoiceOf('ZY00000102')).toMatchObject({ status: '5', remainingAmount: 0 })
    expect(await soundness()).toEqual([])
  })

  it('a close is shown with its formulas, months and allowances', async () => {
    const { id } = await year()
    const child = async (name: string) => rowsOf(`${years}/${id}/children/${name}/0/20`)
    expect(await child('steps')).toContainEqual(
      expect.objectContaining({ title: '折讓金額', numbers: '220,500 × 30% = 66,150', result: '66,150' }),
    )
    expect((await child('months')).map(({ periodNo, points, fee }) => [periodNo, points, fee])).toEqual([
      ['202501', 100_000, 105_000],
      ['202502', 60_000, 63_000],
      ['202503', 50_000, 52_500],
    ])
    expect(await child('allowances')).toHaveLength(2)
  })

  it('a reopened year gives back what its drafts took, and is closed as another version', async () => {
    expect((await act(world.fin, years, await year(), 'reopen', { reason: '試試' })).statusCode).toBe(403)
    expect(await done(await act(world.fm, years, await year(), 'reopen', { reason: '級距誤植' }))).toMatchObject({
      ...{ status: '1', yearlyStatementNo: null, allowanceNos: null, reopenReason: '級距誤植' },
    })
    expect(await invoiceOf('ZY00000102')).toMatchObject({ status: '2', remainingAmount: 52_500 })
    expect(await live()).toEqual([])
    expect(await soundness()).toEqual([])
    expect(await done(await act(world.fin, years, await year(), 'close'))).toMatchObject({
      yearlyStatementNo: `YD20251${world.companyNo}02`,
      version: 2,
    })
  })
})

describe('allowances of a year', () => {
  it('allowances are issued by finance alone, not before their invoice', async () => {
    const [draft] = await live()
    const input = { issuedOn: today, settleMethod: '1' }
    expect((await act(world.fm, allowances, draft, 'issue', input)).statusCode).toBe(403)
    expect((await act(world.fin, allowances, draft, 'issue', { ...input, issuedOn: '2025-03-31' })).json<Row>().issuedOn).toBe(
      `日期不可早於 ${today}。`,
    )
    // A screen of the other fee does not know it.
    expect((await act(world.fin, `${base}/point_invoice_dp_proc_fee_yr_dis`, draft, 'issue', input)).statusCode).toBe(404)
    expect((await act(world.fin, allowances, draft, 'issue', { ...input, salesAmount: 1 })).statusCode).toBe(400)
  })

  it('allowances move their year on when all are issued', async () => {
    const [march, february] = await live()
    await done(await act(world.fin, allowances, march, 'issue', { issuedOn: today, settleMethod: '1' }))
    expect((await year()).status).toBe('2')
    const refused = await act(world.fm, years, await year(), 'reopen', { reason: '試試' })
    expect([refused.statusCode, refused.body]).toEqual([409, '已開立折讓單之年度不可重開，請先作廢折讓單。'])
    await done(await act(world.fin, allowances, february, 'issue', { issuedOn: today, settleMethod: '2' }))
    expect((await year()).status).toBe('3')
  })

  it('an allowance that is voided waits as a draft of another number', async () => {
    const [march] = await live()
    await done(await act(world.fm, allowances, march, 'void', { reason: '抬頭誤植' }))
    expect((await year()).status).toBe('2')
    const draft = (await live()).find(({ status }) => status === '1') as Row
    expect(draft).toMatchObject({ originalInvoiceNo: 'ZY00000102', salesAmount: 52_500, taxAmount: 2625, settleMethod: null })
    expect(draft.allowanceNo).not.toBe(march?.allowanceNo)
    expect(await invoiceOf('ZY00000102')).toMatchObject({ status: '5' })
    const issued = await done(await act(world.fin, allowances, draft, 'issue', { issuedOn: today, settleMethod: '1' }))
    await done(await act(world.fin, allowances, issued, 'consent', { consentOn: today, consentRef: '回函' }))
    expect((await year()).status).toBe('3')
    expect(await soundness()).toEqual([])
  })

  it('allowances are no business of other merchants', async () => {
    const [march] = await live()
    const merchant = await signIn(world.server, 'mer01')
    expect((await merchant.get(`${allowances}/${march?.id}`)).statusCode).toBe(404)
    expect((await merchant.get(`${allowances}/0/5?companyNo=${world.companyNo}`)).json<{ rows: Row[] }>().rows).toEqual([])
    expect((await merchant.get(`${years}/0/5`)).statusCode).toBe(403)
  })
})

describe('what a year gives back', () => {
  const setOffTotal = 52_500 + 2625

  it('the next statement takes it off, once', async () => {
    await closeMonth('202601')
    const statement = await statementOf('202601')
    const net = Number(statement.receivableAmount) - Number(statement.payableAmount) - setOffTotal
    expect(statement).toMatchObject({ otherAmount: -setOffTotal, netAmount: net })
    const [row] = (await live()).filter(({ settleMethod }) => settleMethod === '1')
    expect(row).toMatchObject({ settledOn: today, setOffStatementNo: statement.statementNo })
    expect((await year()).status).toBe('3')
    const refused = await act(world.fm, allowances, row, 'void', { reason: '試試' })
    expect(refused.statusCode).toBe(409)
    await closeMonth('202602')
    expect((await statementOf('202602')).otherAmount).toBe(0)
    expect(await soundness()).toEqual([])
  })

  it('a year is done when the rest is paid back', async () => {
    const [row] = (await live()).filter(({ settleMethod }) => settleMethod === '2')
    const paid = await done(await act(world.fin, allowances, row, 'refund', { refundedOn: today, refundRef: 'TT0001' }))
    expect(paid).toMatchObject({ status: '2', settledOn: today, settleRef: 'TT0001', setOffStatementNo: null })
    expect((await year()).status).toBe('4')
    expect((await act(world.fin, allowances, paid, 'refund', { refundedOn: today })).statusCode).toBe(409)
  })

  it('a month that is opened again gives it back to the next one', async () => {
    const reopen = async (periodNo: string) =>
      done(await world.step(world.fm, await world.month(world.companyNo, periodNo), 'reopen', { reason: '補登' }))
    await reopen('202602')
    await reopen('202601')
    expect((await year()).status).toBe('3')
    expect((await live()).find(({ settleMethod }) => settleMethod === '1')).toMatchObject({ settledOn: null, setOffStatementNo: null })
    expect(await soundness()).toEqual([])
    await closeMonth('202601')
    expect(await statementOf('202601')).toMatchObject({ version: 2, otherAmount: -setOffTotal })
    expect((await year()).status).toBe('4')
    expect(await soundness()).toEqual([])
  })

  it('it is paid with the statement that took it off', async () => {
    const invoiced = await done(await act(world.fin, `${base}/statements`, await statementOf('202601'), 'invoice', { invoiceDate: today }))
    const net = Number(invoiced.netAmount)
    expect(net).toBeLessThan(0)
    const pay = (paidAmount: number) => act(world.fin, `${base}/statements`, invoiced, 'pay', { paidOn: today, isNet: true, paidAmount })
    expect((await pay(-net + setOffTotal)).statusCode).toBe(409)
    expect(await done(await pay(-net))).toMatchObject({ status: '4', paymentStatus: '2' })
    expect(await soundness()).toEqual([])
  })

  it('it can be paid back when no statement follows that could take it off', async () => {
    const [draft] = await reissued()
    const waiting = await done(await act(world.fin, allowances, draft, 'issue', { issuedOn: today, settleMethod: '1' }))
    expect(await done(await act(world.fin, allowances, waiting, 'refund', { refundedOn: today }))).toMatchObject({ settleMethod: '2' })
  })

  /** Removes the payment as the owner of the tables, because no user can. The allowance is voided and drafted again. */
  async function reissued(): Promise<Row[]> {
    const { db } = world.server.database
    await sql`alter table allowance_settlement disable trigger allowance_settlement_fixed`.execute(db)
    await sql`delete from allowance_settlement where statement_id is null`.execute(db)
    await sql`alter table allowance_settlement enable trigger allowance_settlement_fixed`.execute(db)
    const [row] = (await live()).filter(({ settleMethod }) => settleMethod === '2')
    await done(await act(world.fm, allowances, row, 'void', { reason: '試試' }))
    return (await live()).filter(({ status }) => status === '1')
  }
})

describe('months of a closed year', () => {
  it('months stay closed, and a year that gives nothing back stays settled', async () => {
    await closeMonth('202602')
    expect(await done(await act(world.fin, years, await year(2026), 'close'))).toMatchObject({ status: '2', discountTotal: 0 })
    const refused = await world.step(world.fm, await world.month(world.companyNo, '202602'), 'reopen', { reason: '試試' })
    expect([refused.statusCode, refused.body]).toEqual([409, `此帳期已計入年度折扣 YD20262${world.companyNo}01，請先重開年度關帳。`])
    await done(await act(world.fm, years, await year(2026), 'reopen', { reason: '補登' }))
    await done(await world.step(world.fm, await world.month(world.companyNo, '202602'), 'reopen', { reason: '補登' }))
  })
})
