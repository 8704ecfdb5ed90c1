import type { Generated } from 'kysely'

interface NegativeRestrictionTable {
  id: Generated<number>
  restrictionNo: string
  /** NegativeScope. */
  scope: string
  companyNo: string | null
  memberNo: string | null
  limitPoints: number
  /** OverLimitAction. */
  overLimitAction: '1' | '2'
  /** 0 = never. */
  autoWriteOffDays: Generated<number>
  autoWriteOffMaxPoints: number | null
  /** CostBearer 1 or 2. */
  writeOffBearer: string | null
  startDate: string
  endDate: string
  /** SettingStatus. */
  status: Generated<string>
  previousId: number | null
  submittedBy: string | null
  submittedAt: Date | null
  approvedBy: string | null
  approvedAt: Date | null
  rejectReason: string | null
  rowVersion: Generated<number>
  createdBy: string | null
  createdAt: Generated<Date>
  updatedBy: string | null
  updatedAt: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    negativeRestriction: NegativeRestrictionTable
  }
}
