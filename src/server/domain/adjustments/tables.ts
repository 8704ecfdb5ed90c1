import type { Generated } from 'kysely'

/** One line of a sheet: whose points, or for the accounting of a company only how many. */
export interface SheetLine {
  readonly memberNo?: string | null
  readonly corporateNo?: string | null
  readonly points: number
  readonly originalTransactionNo?: string | null
  readonly amount?: number | null
  readonly remark?: string | null
}

/** The columns of `adjustment_sheet` that domain code reads; the records engine knows them all from the entity document. */
interface AdjustmentSheetTable {
  id: Generated<number>
  sheetNo: string
  adjustKind: string
  companyNo: string | null
  businessDate: string
  lines: readonly SheetLine[]
  totalPoints: number
  /** AdjustStatus. */
  status: Generated<string>
  transactionNos: readonly string[]
  rowVersion: Generated<number>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    adjustmentSheet: AdjustmentSheetTable
  }
}
