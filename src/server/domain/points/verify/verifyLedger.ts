import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/tables.ts'
import { ledgerChecks } from './checks.ts'

/** The verdict on one invariant. */
export interface InvariantResult {
  readonly id: string
  readonly title: string
  readonly violations: number
  /** Up to `placesMax` of them: transaction numbers, accounts, ids. */
  readonly places: readonly string[]
  readonly milliseconds: number
}

const placesMax = 5

/** Checks every invariant of the ledger by SQL over the whole ledger; for `npm run verify` and the nightly job. */
export async function verifyLedger(db: Executor): Promise<readonly InvariantResult[]> {
  const results: InvariantResult[] = []
  for (const { id, title, violations } of ledgerChecks) {
    const begun = performance.now()
    const { rows } = await sql<{ count: number; places: readonly string[] | null }>`
      with violation as (${violations})
      select count(*) as count, (select array_agg(place) from (select place from violation limit ${placesMax}) as first) as places
      from violation`.execute(db)
    const { count = 0, places = null } = rows[0] ?? {}
    results.push({ id, title, violations: count, places: places ?? [], milliseconds: Math.round(performance.now() - begun) })
  }
  return results
}

/** True when nothing is broken. */
export function isSound(results: readonly InvariantResult[]): boolean {
  return results.every((result) => result.violations === 0)
}

/** One line per invariant, for people. */
export function lineOf({ id, title, violations, places, milliseconds }: InvariantResult): string {
  const verdict = violations === 0 ? '通過' : `不符 ${violations} 筆：${places.join('、')}`
  return `${id.padEnd(4)} ${title}  ${verdict}（${milliseconds} 毫秒）`
}
