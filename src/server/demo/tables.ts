import type { Generated } from 'kysely'

interface InstallationFactTable {
  name: string
  value: unknown
  updatedAt: Generated<Date>
}

interface NumberSeriesTable {
  series: string
  period: string
  lastNumber: number
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    installationFact: InstallationFactTable
    numberSeries: NumberSeriesTable
  }
}
