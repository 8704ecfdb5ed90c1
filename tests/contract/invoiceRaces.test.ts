import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { taxPeriodOf } from '../../src/rules/taxPeriods.ts'
import { takeInvoiceNumber } from '../../src/server/domain/accounting/testing.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { hasRaces, startTestServer, type TestServer } from '../support/testServer.ts'

const date = '2025-03-10'
const tries = 200

let server: TestServer
afterEach(() => server.close())

/** Two tracks, so that numbering continues from one to the next. */
async function openTracks(): Promise<void> {
  server = await startTestServer()
  for (const [track, firstNo, lastNo] of [
    ['RA', 0, 99],
    ['RB', 50, 199],
  ]) {
    await sql`
      insert into invoice_track (tax_period, track, first_no, last_no, next_no)
      values (${taxPeriodOf(date)}, ${track}, ${firstNo}, ${lastNo}, ${firstNo})`.execute(server.app.db)
  }
}

/** Every fourth attempt fails after it took its number. @returns the issued numbers */
async function issueAtOnce(): Promise<readonly string[]> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: tries }, (_, index) =>
      transact(server.app.db, async (trx) => {
        const number = await takeInvoiceNumber(trx, { date, wanted: null, field: 'invoiceNo' })
        if (index % 4 === 0) throw new Error('failed after it took a number')
        return number
      }),
    ),
  )
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])).sort()
}

function numbersFrom(track: string, first: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${track}${String(first + index).padStart(8, '0')}`)
}

describe.runIf(hasRaces())('numbers of invoices, taken by 200 at once', () => {
  it('numbers are consecutive: none twice, none lost by a failed try', async () => {
    await openTracks()
    expect(await issueAtOnce()).toEqual([...numbersFrom('RA', 0, 100), ...numbersFrom('RB', 50, 50)])
  })

  it('numbers are given twice without the lock', async () => {
    await openTracks()
    await sql
      .raw(`create or replace function invoice_track_lock(period text) returns setof invoice_track language sql volatile as $$
        select * from invoice_track where tax_period = period and is_enabled order by track, first_no $$`)
      .execute(server.database.db)
    const numbers = await issueAtOnce()
    expect(new Set(numbers).size).toBeLessThan(numbers.length)
  })
})
