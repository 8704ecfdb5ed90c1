import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths, monthOf, taipeiDate } from '../../src/rules/dates.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { type AccountingWorld, startAccountingWorld } from './accountingWorld.ts'
import type { Row } from './rows.ts'

const months = '/api/accounting/statement_close'
const statements = '/api/accounting/statements'
const companyNo = 'C000777'
const today = taipeiDate(new Date())

let world: AccountingWorld

beforeAll(async () => {
  world = await startAccountingWorld()
  // The terms of example A of domain 7, in a month before all others of the company.
  await sql`update company set ap_unit_price = 1.05, dp_unit_price = 1, dp_proc_fee_rate = 1.5 where company_no = ${companyNo}`.execute(
    world.server.app.db,
  )
  const tiers = [
    [0, 0],
    [500_000, 3],
    [1_000_000, 5],
    [3_000_000, 8.5],
  ].map(([conditionPoint, discountRate], index) => ({ conditionSeq: index + 1, conditionPoint, discountRate }))
  await sql`
    insert into company_discount (discount_no, company_no, fee_type, combine_group, start_month, end_month, tiers, status)
    values ('CDTEST01', ${companyNo}, '1', false, '202501', '202501', ${JSON.stringify(tiers)}, '3')`.execute(world.server.app.db)
})
afterAll(() => world.server.close())

async function statementOf(statementNo: string): Promise<Row> {
  const found = (await world.fin.get(`${statements}/0/5?statementNo=${statementNo}`)).json<{ rows: Row[] }>().rows[0] as Row
  return (await world.fin.get(`${statements}/${found.id}`)).json<Row>()
}

describe('closing a month', () => {
  beforeAll(async () => {
    const sale = await world.issue('2025-01-05', 1_262_345)
    await world.takeBack('2025-01-20', sale, 27_001)
    await ledger.run(world.server.app.db, (trx) =>
      ledger.adjustAdd(trx, {
        context: world.contextOn('2025-01-21'),
        holder: { memberNo: world.memberNo },
        points: 1500,
        costBearer: { companyNo },
        expireDate: '2030-12-31',
      }),
    )
  })

  it('a trial keeps its working and closes nothing', async () => {
    const row = await world.month(companyNo, '202501')
    const answer = await world.step(world.fin, row, 'trial')
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    // 1,233,752 and 61,688 of example A.
    expect(answer.json<Row>()).toMatchObject({ status: '1', trialNetAmount: 1_295_440, statementNo: null, netApPoints: 1_236_844 })
  })

  it('a close stores the amounts of example A, with every formula', async () => {
    const answer = await world.step(world.fin, await world.month(companyNo, '202501'), 'close')
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    expect(answer.json<Row>()).toMatchObject({ status: '2', statementNo: `ST202501${companyNo}01`, netAmount: 1_295_440, version: 1 })
    expect(await statementOf(`ST202501${companyNo}01`)).toMatchObject({
      ...{ issuedPoints: 1_262_345, returnedPoints: 27_001, adjustedPoints: 1500, netApPoints: 1_236_844, discountRate: 5 },
      ...{ apGrossAmount: 1_298_686, apDiscountAmount: 64_934, apFee: 1_233_752, apTax: 61_688, receivableAmount: 1_295_440 },
    })
  })

  it('what comes for a closed month is billed in the next open one', async () => {
    const posted = await world.issue('2025-01-30', 10)
    const { rows } = await sql<{ periodNo: string }>`
      select p.period_no from point_entry e join company_period p on p.id = e.period_id
      where e.transaction_id = ${posted.transactionId} and e.account_class = 'AWARD'`.execute(world.server.app.db)
    expect(rows[0]?.periodNo).not.toBe('202501')
  })

  it('nothing of a statement can be changed, whoever writes', async () => {
    const change = sql`update statement set ap_fee = 1 where statement_no = ${`ST202501${companyNo}01`}`.execute(world.server.app.db)
    await expect(change).rejects.toThrow(/insert-only/)
  })

  it('a month that is closed again is a new version, and the old one stays out of force', async () => {
    const row = await world.month(companyNo, '202501')
    expect((await world.step(world.fin, row, 'reopen', { reason: '補登' })).statusCode).toBe(403)
    const opened = await world.step(world.fm, row, 'reopen', { reason: '補登' })
    expect([opened.statusCode, opened.statusCode === 200 ? '' : opened.body]).toEqual([200, ''])
    await world.issue('2025-01-30', 100)
    const closed = await world.step(world.fin, await world.month(companyNo, '202501'), 'close')
    expect(closed.json<Row>()).toMatchObject({ statementNo: `ST202501${companyNo}02`, version: 2, netApPoints: 1_236_944 })
    expect(await statementOf(`ST202501${companyNo}01`)).toMatchObject({
      status: '9',
      paymentStatus: null,
      reopenReason: '補登',
      netApPoints: 1_236_844,
    })
  })

  it('a month is not closed before it is over, nor before the months before it', async () => {
    for (const date of [today, addMonths(today, -1)]) await world.issue(date, 1)
    const current = await world.month(companyNo, monthOf(today))
    const answer = await world.step(world.fin, current, 'close')
    expect(answer.statusCode).toBe(409)
    expect(answer.body).toMatch(/帳期尚未結束，\d{4}-\d\d-\d\d 起可關帳。/)
    const last = await world.month(companyNo, monthOf(addMonths(today, -1)))
    const early = await world.step(world.fin, last, 'close')
    expect([early.statusCode, early.body]).toEqual([409, expect.stringMatching(/^前一帳期 \d{6} 尚未關帳。/)])
  })

  it('only the latest closed month is opened again', async () => {
    for (const periodNo of ['202501']) expect((await world.month(companyNo, periodNo)).status).toBe('2')
    const { rows } = await sql<{ periodNo: string }>`
      select period_no from company_period where company_no = ${companyNo} and stream = 'MONTH' and status = '1' order by start_date limit 1`.execute(
      world.server.app.db,
    )
    const next = await world.step(world.fin, await world.month(companyNo, String(rows[0]?.periodNo)), 'close')
    expect([next.statusCode, next.statusCode === 200 ? '' : next.body]).toEqual([200, ''])
    const answer = await world.step(world.fm, await world.month(companyNo, '202501'), 'reopen', { reason: '更正' })
    expect([answer.statusCode, answer.body]).toEqual([409, '僅可重開最近一期已關帳帳期。'])
  })
})

describe('months that are added up', () => {
  const [one, other] = ['C000102', 'C000103']

  it('close together or not at all, and in a selection each has a verdict', async () => {
    const { rows } = await sql<{ periodNo: string }>`
      select period_no from company_period where company_no = ${one} and stream = 'MONTH' and status = '1' order by start_date limit 1`.execute(
      world.server.app.db,
    )
    const periodNo = String(rows[0]?.periodNo)
    const both = [await world.month(one, periodNo), await world.month(other, periodNo)]
    await sql`
      insert into change_request (change_no, entity, record_id, record_label, changes, effective_date, submitted_by, submitted_at)
      select 'CRTEST', 'company', id, company_no, '[]', current_date - 100, 'x', now() from company where company_no = ${other}`.execute(
      world.server.app.db,
    )
    const refused = await world.step(world.fin, both[0] as Row, 'close')
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringMatching(/^集團成員 .+ 未通過檢核：特約商有待審核的異動申請。$/)])
    await sql`delete from change_request where change_no = 'CRTEST'`.execute(world.server.app.db)
    const bulk = await world.fin.post(`${months}/close`, { ids: both.map(({ id }) => id) })
    expect(bulk.statusCode === 200 ? bulk.json<{ okCount: number; failedCount: number }>() : bulk.body).toMatchObject({
      ...{ okCount: 2, failedCount: 0 },
    })
    // Rows of one month are told apart by their companies.
    const labels = bulk.json<{ results: { label: string }[] }>().results.map(({ label }) => label)
    const month = `${periodNo.slice(0, 4)}年${periodNo.slice(4)}月`
    expect(labels.sort()).toEqual([expect.stringMatching(`^${month} ${one} .+`), expect.stringMatching(`^${month} ${other} .+`)])
    expect([(await world.month(one, periodNo)).version, (await world.month(other, periodNo)).version]).toEqual([1, 1])
  })
})
