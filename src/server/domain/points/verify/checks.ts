import { chainChecks } from './chainChecks.ts'
import type { Invariant, LedgerCheck } from './check.ts'
import { postingCheck } from './postingCheck.ts'
import { sumChecks } from './sumChecks.ts'

export const ledgerChecks: readonly LedgerCheck[] = [postingCheck, ...sumChecks, ...chainChecks]

/** Every invariant of domain 2.4, in the order of their numbers; the daily sums last. */
export const invariants: readonly Invariant[] = ledgerChecks
  .flatMap((check) => check.invariants)
  .sort((one, other) => placeOf(one) - placeOf(other))

function placeOf({ id }: Invariant): number {
  return Number(/\d+/.exec(id)?.[0] ?? Number.POSITIVE_INFINITY)
}
