import type { Generated } from 'kysely'

export interface SubscriptionTable {
  id: Generated<number>
  userId: number
  uri: string
  title: string
  query: string
  contents: 'rows' | 'sums'
  reportGroup: string | null
  format: 'xlsx' | 'csv'
  rangeField: string | null
  rangeSpan: 'day' | 'week' | 'month' | null
  every: 'day' | 'week' | 'month'
  onDay: number
  atHour: number
  skipsEmpty: boolean
  isEnabled: boolean
  nextAt: Date
  lastAt: Date | null
  lastCount: number | null
  problem: string | null
  rowVersion: Generated<number>
  createdAt: Date
}

declare module '../platform/database/tables.ts' {
  interface Tables {
    subscription: SubscriptionTable
  }
}
