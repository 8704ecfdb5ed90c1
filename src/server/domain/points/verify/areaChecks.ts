import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../../../platform/database/tables.ts'
import type { Invariant } from './check.ts'
import { type InvariantResult, placesMax } from './verifyLedger.ts'

/** A check of what an area stores beside the ledger. */
export interface AreaCheck extends Invariant {
  /** A query for the violations; `place` tells where the data is wrong. */
  readonly violations: RawBuilder<{ readonly place: string }>
}

/** Runs checks one after the other. */
export async function runAreaChecks(db: Executor, checks: readonly AreaCheck[]): Promise<readonly InvariantResult[]> {
  const results: InvariantResult[] = []
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
