import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths, monthOf, taipeiDate } from '../../src/rules/dates.ts'
import { verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import { hasRaces } from '../support/testServer.ts'
import { type AccountingWorld, startAccountingWorld } from './accountingWorld.ts'
import type { TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const months = '/api/accounting/statement_close'
const statements = '/api/accounting/statements'
let world: AccountingWorld

const unsound = async () => (await verifyAccounting(world.server.app.db)).filter(({ violations }) => violations > 0)

/** Versions of the statements of a month, by company. */
async function versionsOf(periodNo: string): Promise<readonly { companyNo: string; status: string; version: number }[]> {
  return world.server.app.db
    .selectFrom('statement')
    .select(['companyNo', 'status', 'version'])
    .where('periodNo', '=', periodNo)
    .where('statementKind', '=', '1')
    .orderBy('companyNo')
    .orderBy('version')
    .execute()
}

describe.runIf(hasRaces())('accounting, by several people at once', () => {
  beforeAll(async () => {
    world = await startAccountingWorld()
    // Explains the remarks of the demo data, which do not matter here.
    await sql`update aberrant_point_remark set status = '2', handle_type = '1', handled_by = 'fin01', handled_at = now(), remark = 'x'
      where status = '1'`.execute(world.server.app.db)
  })
  afterAll(() => world.server.close())

  it('two people who close the months of a group close each of them once', async () => {
    const { rows } = await sql<{ periodNo: string }>`
      select period_no from company_period where company_no = 'C000102' and stream = 'MONTH' and status = '1' order by start_date limit 1`.execute(
      world.server.app.db,
    )
    const periodNo = String(rows[0]?.periodNo)
    const open = [await world.month('C000102', periodNo), await world.month('C000103', periodNo)]
    const close = (person: TestSession, row: Row) => world.step(person, row, 'close')
    const answers = await Promise.all([world.fin, world.fm, world.fin, world.fm].flatMap((person) => open.map((row) => close(person, row))))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    const closed = (await versionsOf(periodNo)).filter(({ companyNo }) => companyNo === 'C000102' || companyNo === 'C000103')
    expect(closed).toEqual([
      { companyNo: 'C000102', status: '2', version: 1 },
      { companyNo: 'C000103', status: '2', version: 1 },
    ])
    expect(await unsound()).toEqual([])
  })

  it('a whole month that is closed while people close some of it has one statement for each company', async () => {
    const periodNo = monthOf(addMonths(taipeiDate(new Date()), -1))
    const { rows } = (await world.fin.get(`${months}/0/100?periodNo=${periodNo}`)).json<{ rows: readonly Row[] }>()
    const open = rows.filter(({ status, checkResult }) => status === '1' && checkResult === null)
    const started = await world.fin.post(`${months}/close_month`, { periodNo })
    // On the first days of a month the last one cannot be closed yet.
    if (started.statusCode === 409) return expect(started.body).toContain('起可關帳')
    await Promise.all([world.server.app.jobs.runDue(), ...open.map((row) => world.step(world.fm, row, 'close'))])
    const { rows: verdicts } = await sql<{ verdict: string }>`
      select v.verdict from month_run_verdict v join month_run r on r.id = v.run_id where r.period_no = ${periodNo}`.execute(
      world.server.app.db,
    )
    expect(verdicts.filter(({ verdict }) => verdict === '1')).toEqual([])
    const versions = await versionsOf(periodNo)
    expect(versions.length).toBeGreaterThanOrEqual(open.length)
    expect(versions.every(({ version }) => version === 1)).toBe(true)
    expect(await unsound()).toEqual([])
  })

  it('points that come while a month is closed are in its statement or in the next month, and in one of them only', async () => {
    await world.issue('2025-01-10', 500)
    const row = await world.month(world.companyNo, '202501')
    const posting = Array.from({ length: 20 }, (_, index) => world.issue('2025-01-20', 100 + index))
    const closing = world.step(world.fin, row, 'close')
    await Promise.all(posting)
    expect((await closing).statusCode).toBe(200)
    const { rows } = await sql<{ billed: number; later: number }>`
      select count(*) filter (where p.period_no = '202501')::int as billed, count(*) filter (where p.period_no <> '202501')::int as later
      from point_entry e join company_period p on p.id = e.period_id
      where e.company_no = ${world.companyNo} and e.account_class = 'AWARD'`.execute(world.server.app.db)
    expect(Number(rows[0]?.billed) + Number(rows[0]?.later)).toBe(21)
    expect(await unsound()).toEqual([])
  })

  it('a payment or the voiding of its invoice happens, and never both', async () => {
    const { rows } = (await world.fin.get(`${statements}/0/100?status=2`)).json<{ rows: readonly Row[] }>()
    const billed = rows.filter(({ apFee, netAmount }) => Number(apFee) > 0 && Number(netAmount) !== 0)
    expect(billed.length).toBeGreaterThan(2)
    const today = taipeiDate(new Date())
    for (const { id, rowVersion } of billed) {
      const issued = await world.fin.post(`${statements}/${id}/invoice`, { invoiceDate: today, rowVersion })
      expect([issued.statusCode, issued.statusCode === 200 ? '' : issued.body]).toEqual([200, ''])
      const statement = issued.json<Row>()
      const found = await world.fin.get(`/api/accounting/point_invoice_discount/0/10?docNo=${statement.apInvoiceNo}`)
      const [invoice] = found.json<{ rows: readonly Row[] }>().rows
      const amounts = { receivedAmount: Number(statement.receivableAmount), paidAmount: Number(statement.payableAmount) }
      const answers = await Promise.all([
        world.fin.post(`${statements}/${id}/pay`, { paidOn: today, isNet: false, ...amounts, rowVersion: statement.rowVersion }),
        world.fm.post(`/api/accounting/point_invoice_discount/${invoice?.id}/void`, {
          reason: '開立錯誤',
          rowVersion: invoice?.rowVersion,
        }),
      ])
      expect(answers.map(({ statusCode, body }) => (statusCode === 200 ? '' : `${statusCode} ${body}`)).sort()).toEqual([
        '',
        expect.stringMatching(/^409 /),
      ])
    }
    expect(await unsound()).toEqual([])
  })
})
