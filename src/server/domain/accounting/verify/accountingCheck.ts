import type { RawBuilder } from 'kysely'

/** One check of the stored accounting data. */
export interface AccountingCheck {
  readonly id: string
  readonly title: string
  /** A query for the violations; `place` tells where the data is wrong. */
  readonly violations: RawBuilder<{ readonly place: string }>
}
