import type { Generated } from 'kysely'

interface SerialAttemptTable {
  id: Generated<number>
  ipAddress: string
  occurredAt: Date
  platformNo: string | null
  companyNo: string | null
}

interface AnomalyOutboxTable {
  id: Generated<number>
  event: unknown
  attempts: Generated<number>
  error: string | null
  createdAt: Generated<Date>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    serialAttempt: SerialAttemptTable
    anomalyOutbox: AnomalyOutboxTable
  }
}
