import type { RawBuilder } from 'kysely'
import type { Slice, SliceColumn } from './slices.ts'

/** One invariant of domain 2.4. */
export interface LedgerCheck {
  readonly id: string
  readonly title: string
  /** How it may be cut into parts, which several connections work off; null = one statement. */
  readonly slicedBy: SliceColumn | null
  /** Rows that break it: `place` says where. Reads each large table once. */
  violations(slice: Slice): RawBuilder<{ readonly place: string }>
}
