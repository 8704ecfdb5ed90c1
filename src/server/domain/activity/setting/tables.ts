import type { Generated } from 'kysely'

interface ActivityAdjustmentContentTable {
  adjustmentId: number
  content: unknown
  digest: string
}

interface ActivityEventTable {
  sequence: Generated<number>
  occurredAt: Date
  activityId: number
  activityCode: string
  activityName: string
  companyNo: string
  historyAction: string
  version: number
  changes: unknown
  snapshot: unknown
  adjustmentNo: string | null
  userName: string
  approvedBy: string | null
  remark: string | null
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    activityAdjustmentContent: ActivityAdjustmentContentTable
    activityEvent: ActivityEventTable
  }
}
