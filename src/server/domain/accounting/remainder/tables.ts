// A module, so that the declaration below is merged and not ambient.
export {}

interface RemainderMonthTable {
  /** yyyyMM. */
  periodNo: string
  startDate: string
  endDate: string
  builtAt: Date | null
  frozenAt: Date | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    remainderMonth: RemainderMonthTable
  }
}
