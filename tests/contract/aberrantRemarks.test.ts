import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActivityRule } from '../../src/server/domain/points/domain/saleRule.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { type AccountingWorld, startAccountingWorld } from './accountingWorld.ts'
import type { Row } from './rows.ts'

const remarks = '/api/accounting/aberrant_point_remark'
// A month before all others of the company, so that it contains nothing else.
const periodNo = '202501'
const sharedActivity: ActivityRule = {
  ...{ activityCode: 'SHARED', platformShare: 50, room: null },
  formula: { kind: 'fixed', points: 400, minAmount: 0 },
  expiry: { rule: '2', months: 60 },
}
let world: AccountingWorld
let storeNo: string

beforeAll(async () => {
  world = await startAccountingWorld()
  const { rows } = await sql<{ storeNo: string }>`
    select retail_store_no as store_no from retail_store where company_no = ${world.companyNo} order by 1 limit 1`.execute(
    world.server.app.db,
  )
  storeNo = String(rows[0]?.storeNo)
  await sql`update retail_store set open_date = '2020-01-01', close_date = '2025-01-10' where retail_store_no = ${storeNo}`.execute(
    world.server.app.db,
  )
})
afterAll(() => world.server.close())

/** Runs a trial of the month and returns its remarks by rule. */
async function remarksAfterTrial(): Promise<Row[]> {
  const answer = await world.step(world.fin, await world.month(world.companyNo, periodNo), 'trial')
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  const found = await world.fin.get(`${remarks}/0/50?companyNo=${world.companyNo}&periodNo=${periodNo}`)
  return found.json<{ rows: Row[] }>().rows.sort((one, other) => String(one.aberrantType).localeCompare(String(other.aberrantType)))
}

const explain = (row: Row, input: object) =>
  world.fin.post(`${remarks}/${row.id}/explain`, { rowVersion: row.rowVersion, showOnStatement: false, remark: '已查明', ...input })

describe('remarks on points', () => {
  it('remarks are made by a trial, one for each thing that a rule finds', async () => {
    const { issue, contextOn, memberNo, companyNo, server } = world
    await issue('2025-01-05', 100)
    const large = await issue('2025-01-06', 50_000)
    const told = await issue('2025-01-07', 1000)
    await sql`insert into partner_sale (transaction_id, sent_points) values (${told.transactionId}, 1011)`.execute(server.app.db)
    // The platform bears half of the campaign's cost; the member gets what the partner sent.
    const shared = await issue('2025-01-08', 100, { rule: { activities: [sharedActivity] } })
    await sql`insert into partner_sale (transaction_id, sent_points) values (${shared.transactionId}, 500)`.execute(server.app.db)
    const closed = await issue('2025-01-11', 200, { retailStoreNo: storeNo })
    await issue('2025-01-10', 200, { retailStoreNo: storeNo })
    await ledger.run(server.app.db, (trx) =>
      ledger.adjustAdd(trx, {
        context: contextOn('2025-01-21'),
        holder: { memberNo },
        points: 30,
        costBearer: { companyNo },
        expireDate: '2030-12-31',
      }),
    )
    await sql`
      insert into partner_reconciliation (platform_no, company_no, business_date, partner_count, partner_points, platform_count,
        platform_points, is_matched, reconciled_at)
      values ('P0001', ${companyNo}, '2025-01-06', 2, 50100, 1, 50000, false, now()), ('P0001', ${companyNo}, '2025-01-07', 1, 1000, 1, 1000, true, now())`.execute(
      server.app.db,
    )
    expect(
      (await remarksAfterTrial()).map(({ aberrantType, severity, transactionNo, points, expectedPoints, diffPoints }) => [
        ...[aberrantType, severity, transactionNo, points, expectedPoints, diffPoints],
      ]),
    ).toEqual([
      ['A2', '2', told.transactionNo, 1011, 1000, 11],
      ['A3', '2', large.transactionNo, 50_000, expect.any(Number), expect.any(Number)],
      ['A5', '1', expect.any(String), 30, null, null],
      ['A6', '2', closed.transactionNo, 200, null, null],
      ['A7', '3', null, 50_000, 50_100, -100],
    ])
  })

  it('remarks are made once, and follow what changes', async () => {
    const before = await remarksAfterTrial()
    await sql`update partner_reconciliation set partner_points = 50200 where not is_matched and business_date = '2025-01-06'`.execute(
      world.server.app.db,
    )
    const moved = await remarksAfterTrial()
    expect(moved.map(({ remarkNo }) => remarkNo)).toEqual(before.map(({ remarkNo }) => remarkNo))
    expect(moved.find(({ aberrantType }) => aberrantType === 'A7')).toMatchObject({ expectedPoints: 50_200, diffPoints: -200 })
  })

  it('remarks go with their reason, as long as nobody explained them', async () => {
    const { db } = world.server.app
    await sql`update partner_reconciliation set is_matched = false where business_date = '2025-01-07'`.execute(db)
    const kinds = async () => (await remarksAfterTrial()).map(({ aberrantType, points }) => `${aberrantType} ${points}`)
    expect(await kinds()).toEqual(expect.arrayContaining(['A7 50000', 'A7 1000']))
    await sql`update partner_reconciliation set is_matched = true where business_date = '2025-01-07'`.execute(db)
    expect(await kinds()).not.toContain('A7 1000')
  })

  it('remarks hold up the close while a serious one is unexplained or to be looked into', async () => {
    const [row] = (await remarksAfterTrial()).filter(({ severity }) => severity === '3')
    expect((await explain(row as Row, { handleType: '3' })).statusCode).toBe(200)
    const refused = await world.step(world.fin, await world.month(world.companyNo, periodNo), 'close')
    expect([refused.statusCode, refused.body]).toEqual([409, '尚有 1 筆高嚴重度異常點數未處理。'])
    const [again] = (await remarksAfterTrial()).filter(({ severity }) => severity === '3')
    expect(again).toMatchObject({ status: '1', handleType: '3', handledBy: 'fin01' })
    const explained = await explain(again as Row, { handleType: '1' })
    expect(explained.json<Row>()).toMatchObject({ status: '2', handleType: '1' })
  })

  it('remarks name an adjustment sheet of the company where one is opened', async () => {
    const [row] = await remarksAfterTrial()
    expect((await explain(row as Row, { handleType: '2' })).body).toContain('請輸入調整單號。')
    expect((await explain(row as Row, { handleType: '2', sheetNo: 'AJ209901010001' })).body).toContain('查無此調整單。')
    const { rows } = await sql<{ sheetNo: string }>`
      select sheet_no from adjustment_sheet where company_no <> ${world.companyNo} limit 1`.execute(world.server.app.db)
    const foreign = await explain(row as Row, { handleType: '2', sheetNo: rows[0]?.sheetNo })
    expect(foreign.body).toContain('調整單不屬於此特約商。')
  })

  it('remarks are fixed when the month is closed', async () => {
    const closed = await world.step(world.fin, await world.month(world.companyNo, periodNo), 'close')
    expect([closed.statusCode, closed.statusCode === 200 ? '' : closed.body]).toEqual([200, ''])
    const [row] = (await world.fin.get(`${remarks}/0/50?companyNo=${world.companyNo}&periodNo=${periodNo}`)).json<{ rows: Row[] }>().rows
    const answer = await explain(row as Row, { handleType: '1' })
    expect(answer.statusCode).toBe(409)
  })

  it('remarks tell of what came for a closed month, and of points for sales without an amount', async () => {
    const late = await world.issue('2025-01-30', 70)
    const free = await world.issue('2025-02-10', 0, { rule: { reward: { kind: 'given', points: 5, amount: 0 } } })
    expect((await world.step(world.fin, await world.month(world.companyNo, '202502'), 'trial')).statusCode).toBe(200)
    const { rows } = (await world.fin.get(`${remarks}/0/50?companyNo=${world.companyNo}&periodNo=202502&sort=aberrantType`)).json<{
      rows: Row[]
    }>()
    expect(rows).toMatchObject([
      { aberrantType: 'A1', transactionNo: late.transactionNo, points: 70, severity: '1' },
      { aberrantType: 'A8', transactionNo: free.transactionNo, points: 5, expectedPoints: 0, severity: '2' },
    ])
  })

  it('remarks tell of a month with more returned than issued', async () => {
    const sale = await world.issue('2025-02-03', 500)
    await world.takeBack('2025-03-05', sale, 400)
    const answer = await world.step(world.fin, await world.month(world.companyNo, '202503'), 'trial')
    expect(answer.statusCode).toBe(200)
    const found = (await world.fin.get(`${remarks}/0/50?companyNo=${world.companyNo}&periodNo=202503`)).json<{ rows: Row[] }>().rows
    expect(found).toMatchObject([{ aberrantType: 'A4', severity: '3', points: -400, transactionNo: null }])
  })

  it('remarks are made every night for all open months', async () => {
    const { app } = world.server
    const before = await sql<{ count: number }>`select count(*)::int as count from aberrant_point_remark`.execute(app.db)
    await app.jobs.enqueue(app.db, 'accounting.remarks')
    await app.jobs.runDue()
    const after = await sql<{ count: number; kinds: number }>`
      select count(*)::int as count, count(distinct aberrant_type)::int as kinds from aberrant_point_remark`.execute(app.db)
    expect(after.rows[0]?.count).toBeGreaterThan(Number(before.rows[0]?.count))
  })
})
