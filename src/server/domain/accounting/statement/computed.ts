import type { StatementLine } from '../calculation/entryGroup.ts'
import type { WorkingStep } from '../calculation/workings.ts'
import type { BilledPeriod } from '../period/readPeriods.ts'
import type { SetOff } from '../yearly/setOff.ts'
import type { PeriodSales } from './readEntries.ts'
import type { BilledCompany } from './readTerms.ts'

/** A statement of any stream, as a close would store it now. */
export interface ComputedStatement {
  readonly period: BilledPeriod
  readonly company: BilledCompany
  readonly sales: PeriodSales
  readonly lines: readonly StatementLine[]
  /** Values of the columns of `statement`. Absent columns are 0. */
  readonly amounts: {
    readonly receivableAmount: number
    readonly payableAmount: number
    readonly otherAmount: number
    readonly netAmount: number
  } & Readonly<Record<string, number>>
  /** Yearly allowances that are set off. Their sum is −otherAmount. */
  readonly setOffs: readonly SetOff[]
  /** The terms that decided besides the entries; stored with the statement. */
  readonly terms: object
  readonly workings: readonly WorkingStep[]
}
