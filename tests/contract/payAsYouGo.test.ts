import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taipeiDate } from '../../src/rules/dates.ts'
import { taxPeriodOf } from '../../src/rules/taxPeriods.ts'
import type { ExtraRule } from '../../src/server/domain/points/domain/saleRule.ts'
import { type AccountingWorld, startAccountingWorld } from './accountingWorld.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const base = '/api/accounting'
const periods = `${base}/pay_as_you_go_statements`
const invoices = `${base}/pay_as_you_go_invoice`
const payer = 'C000101'
const today = taipeiDate(new Date())

let world: AccountingWorld
let merchant: TestSession

beforeAll(async () => {
  world = await startAccountingWorld()
  merchant = await signIn(world.server, 'mer01')
  const { db } = world.server.app
  await sql`update company set is_payer = true, payg_cycle = '3' where company_no = ${payer}`.execute(db)
  await sql`update invoice_track set is_enabled = false`.execute(db)
  await sql`
    insert into invoice_track (tax_period, track, first_no, last_no, next_no) values (${taxPeriodOf(today)}, 'ZP', 0, 49, 0)`.execute(db)
  const extra: ExtraRule = {
    ...{ extraRatioNo: 'PRTEST', payerCompanyNo: payer, baseBearer: 'company', extraRatio: 150, payerShareRatio: 60 },
    ...{ monthlyCapPoints: null, eligibleAmount: null, unitPrice: 0.95 },
  }
  // 359 base points: 538 extra, of which the payer bears 322, as in example D.
  await world.issue('2025-01-05', 359, { rule: { extra } })
  await world.issue('2025-02-05', 12, { rule: { extra } })
})
afterAll(() => world.server.close())

async function periodOf(session: TestSession, periodNo: string): Promise<Row | undefined> {
  const answer = await session.get(`${periods}/0/50?companyNo=${payer}`)
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json<{ rows: Row[] }>().rows.find((row) => row.periodNo === periodNo)
}

const step = (session: TestSession, path: string, row: Row | undefined, name: string, input: object = {}) =>
  session.post(`${path}/${row?.id}/${name}`, { rowVersion: row?.rowVersion, ...input })

async function documents(): Promise<Row[]> {
  return (await world.fin.get(`${invoices}/0/50?companyNo=${payer}&sort=status.asc`)).json<{ rows: Row[] }>().rows
}

describe('a pay-as-you-go period', () => {
  it('a period is closed into a statement and the draft of its invoice', async () => {
    const answer = await step(world.fin, periods, await periodOf(world.fin, '202501'), 'close')
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    // 322 x 0.95 = 305.9 and 5 % of it.
    expect(await periodOf(world.fin, '202501')).toMatchObject({
      status: '2',
      netPoints: 322,
      feeAmount: 306,
      taxAmount: 15,
      totalAmount: 321,
    })
    expect(await documents()).toMatchObject([{ status: '1', docNo: null, salesAmount: 306, taxAmount: 15, companyNo: payer }])
  })

  it('a period is shown to its payer from the close on, and nothing of it before', async () => {
    const open = await periodOf(world.fin, '202502')
    expect(open).toMatchObject({ status: '1', companyNo: payer, outstandingAmount: null })
    expect(await periodOf(merchant, '202501')).toMatchObject({ status: '2' })
    expect(await periodOf(merchant, '202502')).toBeUndefined()
    expect((await merchant.get(`${periods}/${open?.id}`)).statusCode).toBe(404)
    const file = await merchant.get(`${periods}/export?format=csv`)
    expect([file.statusCode, file.body.includes('2025年02月') || file.body.includes('202502')]).toEqual([200, false])
  })

  it('a period is closed again with its draft once it was opened', async () => {
    const opened = await step(world.fm, periods, await periodOf(world.fm, '202501'), 'reopen', { reason: '補登' })
    expect([opened.statusCode, opened.statusCode === 200 ? '' : opened.body]).toEqual([200, ''])
    // A draft that was dropped never was a document: it is kept, and no list shows it.
    expect(await documents()).toEqual([])
    await step(world.fin, periods, await periodOf(world.fin, '202501'), 'close')
    expect((await documents()).map(({ status }) => status)).toEqual(['1'])
  })

  it('a period is invoiced, voided, invoiced anew and paid', async () => {
    const issue = async () => step(world.fin, invoices, (await documents())[0], 'issue', { invoiceDate: today })
    expect((await issue()).json<Row>()).toMatchObject({ status: '2', docNo: 'ZP00000000' })
    expect(await periodOf(world.fin, '202501')).toMatchObject({ status: '3', invoiceNo: 'ZP00000000' })
    const issued = (await documents()).find(({ status }) => status === '2')
    expect((await step(world.fm, invoices, issued, 'void', { reason: '抬頭誤植' })).statusCode).toBe(200)
    expect(await periodOf(world.fin, '202501')).toMatchObject({ status: '2', invoiceNo: null })
    expect((await issue()).json<Row>()).toMatchObject({ status: '2', docNo: 'ZP00000001' })
    const pay = async (receivedAmount: number) =>
      step(world.fin, periods, await periodOf(world.fin, '202501'), 'pay', { paidOn: today, isNet: false, receivedAmount })
    expect((await pay(322)).statusCode).toBe(409)
    expect((await pay(100)).statusCode).toBe(200)
    expect(await periodOf(world.fin, '202501')).toMatchObject({ status: '3', paymentStatus: '1', outstandingAmount: 221 })
    expect((await pay(221)).statusCode).toBe(200)
    expect(await periodOf(world.fin, '202501')).toMatchObject({ status: '4', paymentStatus: '2' })
  })
})
