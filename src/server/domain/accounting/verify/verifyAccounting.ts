import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/tables.ts'
import type { InvariantResult } from '../../points/public.ts'
import { bankFileChecks } from './bankFileChecks.ts'
import { documentChecks } from './documentChecks.ts'
import { einvoiceChecks } from './einvoiceChecks.ts'
import { remainderChecks } from './remainderChecks.ts'
import { saleChecks } from './saleChecks.ts'
import { statementChecks } from './statementChecks.ts'
import { yearlyChecks } from './yearlyChecks.ts'

const placesMax = 5

/**
 * Checks statements, invoices, payments and remainder points against the ledger and against each other. Used by `npm run verify` and the
 * nightly job.
 */
export async function verifyAccounting(db: Executor): Promise<readonly InvariantResult[]> {
  const results: InvariantResult[] = []
  const checks = [
    ...statementChecks,
    ...documentChecks,
    ...yearlyChecks,
    ...saleChecks,
    ...einvoiceChecks,
    ...remainderChecks,
    ...bankFileChecks,
  ]
  for (const { id, title, violations } of checks) {
    const begun = performance.now()
    const { rows } = await sql<{ violations: number; places: readonly string[] | null }>`
      select count(*)::int as violations, (array_agg(place order by place))[1:${sql.lit(placesMax)}] as places
      from (${violations}) as broken`.execute(db)
    const [row] = rows
    const milliseconds = Math.round(performance.now() - begun)
    results.push({ id, title, violations: row?.violations ?? 0, places: row?.places ?? [], milliseconds })
  }
  return results
}
