import type { RawBuilder } from 'kysely'

/** One look at what accounting keeps. */
export interface AccountingCheck {
  readonly id: string
  readonly title: string
  /** `place` says where it is broken. */
  readonly violations: RawBuilder<{ readonly place: string }>
}
