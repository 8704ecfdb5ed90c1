import { chainChecks } from './chainChecks.ts'
import type { LedgerCheck } from './check.ts'
import { sumChecks } from './sumChecks.ts'

/** Every invariant of domain 2.4, in the order of their numbers; the daily sums last. */
export const ledgerChecks: readonly LedgerCheck[] = [...sumChecks, ...chainChecks].sort((one, other) => placeOf(one) - placeOf(other))

function placeOf({ id }: LedgerCheck): number {
  return Number(/\d+/.exec(id)?.[0] ?? Number.POSITIVE_INFINITY)
}
