import { type RawBuilder, sql } from 'kysely'
import type { Slice, SliceColumn } from './slices.ts'

/** One line of the verdict; invariants of domain 2.4 by their numbers. */
export interface Invariant {
  readonly id: string
  readonly title: string
}

/** One query over the ledger, for one invariant or for several that need the same rows. */
export interface LedgerCheck {
  readonly invariants: readonly Invariant[]
  /** Column by which the query may be cut into slices for several connections; null = one statement. */
  readonly slicedBy: SliceColumn | null
  /** Finds what breaks the invariants: `id` of the invariant, `place` says where. Reads each large table once. */
  violations(slice: Slice): RawBuilder<{ readonly id: string; readonly place: string }>
}

interface SingleCheck extends Invariant, Pick<LedgerCheck, 'slicedBy'> {
  violations(slice: Slice): RawBuilder<{ readonly place: string }>
}

/** A query for a single invariant. */
export function checkOf({ id, title, slicedBy, violations }: SingleCheck): LedgerCheck {
  const named = (slice: Slice) =>
    sql<{ readonly id: string; readonly place: string }>`select ${sql.lit(id)} as id, place from (${violations(slice)}) as broken`
  return { invariants: [{ id, title }], slicedBy, violations: named }
}
