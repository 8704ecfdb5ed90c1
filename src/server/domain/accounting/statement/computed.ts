import type { StatementLine } from '../calculation/entryGroup.ts'
import type { WorkingStep } from '../calculation/workings.ts'
import type { SetOff } from '../yearly/setOff.ts'
import type { PeriodSales } from './readEntryGroups.ts'
import type { BilledPeriod } from './readPeriods.ts'
import type { BilledCompany } from './readTerms.ts'

/** A statement as it would be closed now, whatever its stream. */
export interface ComputedStatement {
  readonly period: BilledPeriod
  readonly company: BilledCompany
  readonly sales: PeriodSales
  readonly lines: readonly StatementLine[]
  /** Columns of `statement`; those that are left out are 0. */
  readonly amounts: {
    readonly receivableAmount: number
    readonly payableAmount: number
    readonly otherAmount: number
    readonly netAmount: number
  } & Readonly<Record<string, number>>
  /** Allowances of years that are set off against it: Σ is −otherAmount. */
  readonly setOffs: readonly SetOff[]
  /** What decided besides the entries: kept with the statement. */
  readonly terms: object
  readonly workings: readonly WorkingStep[]
}
