import type { Generated } from 'kysely'

declare module '../platform/database/tables.ts' {
  interface Tables {
    installationFact: { name: string; value: unknown; updatedAt: Generated<Date> }
    numberSeries: { series: string; period: string; lastNumber: number }
  }
}
