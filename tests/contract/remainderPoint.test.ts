import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths, lastDateOfMonth, monthOf, taipeiDate } from '../../src/rules/dates.ts'
import { closeMonth } from '../../src/server/demo/accounting/seedAccounting.ts'
import { createDemoWorld } from '../../src/server/demo/world.ts'
import { verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import { buildRemainders } from '../../src/server/domain/accounting/remainder/buildRemainders.ts'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { contextOn, plainRule } from '../../src/server/domain/points/testing/postingContexts.ts'
import type { Database, Trx } from '../../src/server/platform/database/tables.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

const path = '/api/accounting/remainder_point'
const today = taipeiDate(new Date())
const lastMonth = monthOf(addMonths(today, -1))

let server: TestServer
let fin: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  fin = await signIn(server, 'fin01')
})
afterAll(() => server.close())

async function rowsOf(periodNo: string): Promise<{ rows: readonly Row[]; totals: Readonly<Record<string, number>> }> {
  const answer = await fin.get(`${path}/0/100?periodNo=${periodNo}`)
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json()
}

async function runJob(name: string): Promise<{ status: string; result: unknown; error: string | null }> {
  const { app } = server
  const id = await app.jobs.enqueue(app.db, name)
  await app.jobs.runDue()
  return app.db.selectFrom('job').select(['status', 'result', 'error']).where('id', '=', id).executeTakeFirstOrThrow()
}

const months = async () =>
  (await server.app.db.selectFrom('remainderMonth').selectAll().orderBy('periodNo').execute()) as readonly {
    periodNo: string
    endDate: string
    frozenAt: Date | null
  }[]

/** Closes the last month of all companies by the normal steps. */
const closeCompanies = () =>
  server.app.db
    .transaction()
    .execute((trx) => closeMonth(createDemoWorld(server.app, trx as unknown as Trx, 1, today), lastDateOfMonth(lastMonth)))

async function remainderVerdicts(db: Database): Promise<readonly (readonly [string, number])[]> {
  const results = await verifyAccounting(db)
  return results.filter(({ id }) => id.startsWith('P')).map(({ id, violations }) => [id, violations] as const)
}

describe('剩餘點數', () => {
  it('comes to the balances of members at the end of each month, counted from the entries', async () => {
    const all = await months()
    expect(all.length).toBeGreaterThan(12)
    for (const { periodNo, endDate } of all) {
      const { rows } = await sql<{ balance: number }>`
        select coalesce(sum(points), 0)::bigint as balance from point_entry where account_class = 'MEMBER' and (posted_at at time zone 'Asia/Taipei')::date <= ${endDate}`.execute(
        server.app.db,
      )
      expect([periodNo, (await rowsOf(periodNo)).totals.closingPoints ?? 0]).toEqual([periodNo, rows[0]?.balance])
    }
  })

  it('moves what the kinds of transactions moved', async () => {
    for (const { periodNo } of await months()) {
      const { rows } = await sql<Record<string, number>>`
        select
          coalesce(sum(e.points) filter (where t.kind in ('10', '11', '80', '62')), 0)::bigint as "issuedPoints",
          coalesce(-sum(e.points) filter (where t.kind = '20'), 0)::bigint as "redeemedPoints",
          coalesce(sum(e.points) filter (where t.kind = '31'), 0)::bigint as "redeemReturnPoints",
          coalesce(-sum(e.points) filter (where t.kind = '81'), 0)::bigint as "convertedPoints",
          coalesce(sum(e.points) filter (where t.kind in ('40', '41')), 0)::bigint as "adjustedPoints",
          coalesce(sum(e.points) filter (where t.kind = '90'), 0)::bigint as "writeOffPoints",
          coalesce(-sum(e.points) filter (where t.kind in ('30', '50')), 0)::bigint as lost
        from point_entry e join point_transaction t on t.id = e.transaction_id
        where e.account_class = 'MEMBER' and to_char(e.posted_at at time zone 'Asia/Taipei', 'YYYYMM') = ${periodNo}`.execute(server.app.db)
      const { lost, ...expected } = rows[0] as Record<string, number>
      const { totals } = await rowsOf(periodNo)
      expect([periodNo, totals]).toEqual([periodNo, expect.objectContaining({ ...expected, repaidPoints: 0 })])
      expect(Number(totals.returnedPoints) + Number(totals.expiredPoints)).toBe(lost)
    }
  })

  it('chains its months, and splits what is left by when it expires', async () => {
    const all = await months()
    for (const [index, { periodNo }] of all.entries()) {
      const { rows, totals } = await rowsOf(periodNo)
      const before = index === 0 ? 0 : ((await rowsOf(String(all[index - 1]?.periodNo))).totals.closingPoints ?? 0)
      expect([periodNo, totals.openingPoints]).toEqual([periodNo, before])
      for (const row of rows) {
        expect(row.closingPoints).toBe(Number(row.expire3m) + Number(row.expire12m) + Number(row.expireLater) - Number(row.owedPoints))
        expect(row).toMatchObject({ breakageRate: 8 })
        expect(row.liabilityAmount).toBe(
          Math.sign(Number(row.closingPoints)) * Math.round(Math.abs(Number(row.closingPoints)) * 0.92 + 1e-9),
        )
      }
    }
  })

  it('the list has no sum over months of what there is at their ends', async () => {
    const { totals } = (await fin.get(`${path}/0/5`)).json<{ totals: object }>()
    expect(totals).toHaveProperty('issuedPoints')
    expect(totals).not.toHaveProperty('closingPoints')
  })

  it('an open month is built anew by accounting, with what came meanwhile', async () => {
    const { rows, totals } = await rowsOf(lastMonth)
    const [row] = rows
    const { memberNo } = await server.app.db
      .selectFrom('member')
      .select('memberNo')
      .where('status', '=', '1')
      .limit(1)
      .executeTakeFirstOrThrow()
    const day = `${lastMonth.slice(0, 4)}-${lastMonth.slice(4)}-15`
    const context = { ...contextOn(day, 'C000101'), now: new Date(`${day}T05:00:00Z`) }
    const issued = await ledger.run(server.app.db, (trx) => ledger.issue(trx, { context, memberNo, amount: 1000, rule: plainRule }))
    const points = issued.posted ? issued.issuedPoints : 0
    expect(points).toBeGreaterThan(0)
    for (const [name, code] of [
      ['fm01', 403],
      ['aud01', 403],
      ['fin01', 200],
    ] as const) {
      const answer = await (await signIn(server, name)).post(`${path}/${row?.id}/run`, { rowVersion: row?.rowVersion })
      expect([name, answer.statusCode, answer.statusCode === 500 ? answer.body : '']).toEqual([name, code, ''])
    }
    const after = await rowsOf(lastMonth)
    expect(after.totals.closingPoints).toBe(Number(totals.closingPoints) + points)
    expect(after.rows.find(({ companyNo }) => companyNo === row?.companyNo)?.id).toBe(row?.id)
  })

  it('the list is shown to accounting and audit only', async () => {
    for (const [name, view, file] of [
      ['fm01', 200, 200],
      ['aud01', 200, 200],
      ['ops01', 403, 403],
      ['mer01', 403, 403],
    ] as const) {
      const session = await signIn(server, name)
      expect([name, (await session.get(`${path}/0/5`)).statusCode, (await session.get(`${path}/export`)).statusCode]).toEqual([
        name,
        view,
        file,
      ])
    }
  })

  it('refuses to freeze what does not agree with the ledger, and keeps what it built', async () => {
    const { db } = server.app
    await closeCompanies()
    const tamper = (points: number) =>
      sql`update account_daily set points = points + ${points} where account_class = 'DEDUCT' and ctid = (
      select ctid from account_daily where account_class = 'DEDUCT' limit 1)`.execute(db)
    await tamper(1)
    const [row] = (await rowsOf(lastMonth)).rows
    const answer = await fin.post(`${path}/${row?.id}/run`, { rowVersion: row?.rowVersion })
    expect([answer.statusCode, answer.body]).toEqual([409, '剩餘點數與帳本不符，請洽系統管理人員。'])
    expect(await runJob('accounting.remainderPoints')).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('剩餘點數與帳本不符'),
    })
    expect((await rowsOf(lastMonth)).rows.every(({ isFrozen }) => isFrozen === false)).toBe(true)
    await tamper(-1)
  })

  it('freezes what all companies have closed, for good', async () => {
    const open = (await months()).filter(({ frozenAt }) => frozenAt === null)
    expect(await runJob('accounting.remainderPoints')).toMatchObject({ status: 'done', result: { frozen: open.length } })
    expect((await rowsOf(lastMonth)).rows.every(({ isFrozen }) => isFrozen === true)).toBe(true)
    const [first] = await months()
    const [row] = (await rowsOf(String(first?.periodNo))).rows
    const answer = await fin.post(`${path}/${row?.id}/run`, { rowVersion: row?.rowVersion })
    expect([answer.statusCode, answer.body]).toEqual([409, '目前狀態不可執行此作業，請重新查詢後再試。'])
    for (const change of [
      sql`update remainder_point set liability_amount = 0 where id = ${row?.id}`,
      sql`delete from remainder_point where id = ${row?.id}`,
      sql`update remainder_month set frozen_at = null where period_no = ${first?.periodNo}`,
    ])
      await expect(change.execute(server.app.db)).rejects.toThrow(/is frozen|insert-only/)
  })

  it('counts what comes for a frozen month when it comes', async () => {
    const [, second] = await months()
    const frozen = await rowsOf(String(second?.periodNo))
    const { memberNo } = await server.app.db
      .selectFrom('member')
      .select('memberNo')
      .where('status', '=', '1')
      .limit(1)
      .executeTakeFirstOrThrow()
    const context = { ...contextOn(String(second?.endDate), 'C000101'), now: new Date() }
    await ledger.run(server.app.db, (trx) => ledger.issue(trx, { context, memberNo, amount: 2000, rule: plainRule }))
    await runJob('accounting.remainderPoints')
    expect(await rowsOf(String(second?.periodNo))).toEqual(frozen)
    expect(await remainderVerdicts(server.app.db)).toEqual([
      ['P1', 0],
      ['P2', 0],
      ['P3', 0],
    ])
  })

  it('two processes build the same months at once, and once', async () => {
    const run = () =>
      buildRemainders({
        now: new Date(),
        userName: '系統',
        run: (step) => server.app.db.transaction().execute((trx) => step(trx as never)),
      })
    const before = await rowsOf(lastMonth)
    await Promise.all([run(), run()])
    expect(await rowsOf(lastMonth)).toMatchObject({ totals: before.totals })
  })

  it('a month is verified each night: a changed row of a frozen month is found', async () => {
    const { db } = server.app
    expect(await runJob('accounting.verify')).toMatchObject({ status: 'done', result: { checks: (await verifyAccounting(db)).length } })
    const [, second] = await months()
    await server.database.db.transaction().execute(async (trx) => {
      await sql`alter table remainder_point disable trigger remainder_point_fixed`.execute(trx)
      await sql`update remainder_point set issued_points = issued_points + 5, redeemed_points = redeemed_points + 5
        where period_no = ${second?.periodNo} and company_no = 'C000101'`.execute(trx)
      await sql`alter table remainder_point enable trigger remainder_point_fixed`.execute(trx)
    })
    const failed = await runJob('accounting.verify')
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining(`不符 1 筆：${second?.periodNo} C000101`) })
    expect(await remainderVerdicts(db)).toEqual([
      ['P1', 1],
      ['P2', 0],
      ['P3', 0],
    ])
  })
})
