import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { seedDemo } from '../../src/server/demo/seed.ts'
import { verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import { lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { runsOnce, startTestServer, type TestServer } from '../support/testServer.ts'

/** The first day of a year, the last one of a long month, and a leap day: where rules of dates begin and end. */
const days = ['2026-01-01', '2026-03-31', '2024-02-29'] as const

async function unsoundOf({ app, database }: TestServer): Promise<readonly unknown[]> {
  const ledger = (await verifyLedger(database.db)).filter(({ violations }) => violations > 0).map(lineOf)
  return [...ledger, ...(await verifyAccounting(app.db)).filter(({ violations }) => violations > 0)]
}

describe.runIf(runsOnce())('demo data of any day', () => {
  for (const asOf of days)
    it(`the demo data of ${asOf} is sound, its months were closed by runs, and a sale got too much`, async () => {
      const server = await startTestServer({ clock: { now: () => new Date(`${asOf}T04:00:00Z`) } })
      try {
        await seedDemo(server.app, { asOf })
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
        const overpaid = sql`select 1 from center_sale_view where overpaid_amount > 0 and refunded_amount > 0`
        expect((await overpaid.execute(server.app.db)).rows).toHaveLength(1)
      } finally {
        await server.close()
      }
    })
})
