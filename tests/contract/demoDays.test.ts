import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { bankResult, invoiceStatus } from '../../src/rules/codes.generated.ts'
import { verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import { lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { runsOnce, startTestServer, type TestServer } from '../support/testServer.ts'

/** The first day of a year, the last one before another year is the settled one, and a leap day: where rules of dates begin and end. */
const days = ['2026-01-01', '2027-01-31', '2024-02-29'] as const

async function unsoundOf({ app, database }: TestServer): Promise<readonly unknown[]> {
  const ledger = (await verifyLedger(database.db)).filter(({ violations }) => violations > 0).map(lineOf)
  return [...ledger, ...(await verifyAccounting(app.db)).filter(({ violations }) => violations > 0)]
}

/** What screens and tests need on every day: a file of the bank of each result, and a fee of the settled year that is given back. */
async function whatChanceMayLeaveOut({ app }: TestServer): Promise<unknown> {
  const { rows } = await sql`
    select bool_or(b.result = ${bankResult.equal}) as equal, bool_or(b.result = ${bankResult.otherPoints}) as other_points,
      bool_or(b.result = ${bankResult.bankOnly}) as bank_only, bool_or(b.result = ${bankResult.platformOnly}) as platform_only,
      exists (
        select from invoice_document d join yearly_statement y on y.id = d.yearly_statement_id join yearly_discount s on s.id = y.setting_id
        where s.fee_type = '2' and d.status <> ${invoiceStatus.draft}) as refunds
    from bank_line_view b`.execute(app.db)
  return rows[0]
}

describe.runIf(runsOnce())('demo data of any day', () => {
  for (const asOf of days)
    it(`the demo data of ${asOf} is sound, its months were closed by runs, and a sale got too much`, async () => {
      const clock = { now: () => new Date(`${asOf}T04:00:00Z`) }
      const server = await startTestServer({ demo: { size: 'small', asOf }, clock })
      try {
        expect(await unsoundOf(server)).toEqual([])
        const { rows } = await sql<{ kind: string; runs: number; waiting: number }>`
          select r.kind, count(distinct r.id)::int as runs, count(*) filter (where v.verdict <> '2')::int as waiting
          from month_run r join month_run_verdict v on v.run_id = r.id where r.status = '2' group by r.kind order by r.kind`.execute(
          server.app.db,
        )
        const closed = await server.app.db
          .selectFrom('companyPeriod')
          .select('periodNo')
          .distinct()
          .where('stream', '=', 'MONTH')
          .where('status', '<>', '1')
          .execute()
        expect(closed.length).toBeGreaterThan(5)
        expect(rows).toEqual(['1', '2'].map((kind) => ({ kind, runs: closed.length, waiting: 0 })))
        expect(await whatChanceMayLeaveOut(server)).toEqual({
          equal: true,
          otherPoints: true,
          bankOnly: true,
          platformOnly: true,
          refunds: true,
        })
        const overpaid = sql`select 1 from center_sale_view where overpaid_amount > 0 and refunded_amount > 0`
        expect((await overpaid.execute(server.app.db)).rows).toHaveLength(1)
      } finally {
        await server.close()
      }
    })
})
