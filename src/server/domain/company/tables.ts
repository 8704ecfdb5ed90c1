import type { Generated } from 'kysely'

interface Maintained {
  id: Generated<number>
  rowVersion: Generated<number>
  createdBy: string | null
  createdAt: Generated<Date>
  updatedBy: string | null
  updatedAt: Date | null
}

/** The columns of `company` that domain code reads; the records engine knows them all from the entity document. */
interface CompanyTable extends Maintained {
  companyNo: string
  companyName: string
  companyShortName: string
  taxNumber: string
  companyType: string
  settlementMode: string
  isPayer: boolean
  contractStatus: string
  contractEndDate: string
  allowIssue: boolean
  terminateDate: string | null
  terminateReason: string | null
}

/** The columns of the requests of `records` that this area looks up. */
interface ChangeRequestTable {
  id: Generated<number>
  changeNo: string
  entity: string
  recordId: number
  status: string
}

export interface GroupMember {
  readonly companyNo: string
  readonly joinDate: string
  readonly leaveDate?: string | null
}

interface CompanyGroupTable extends Maintained {
  companyGroupNo: string
  companyGroupName: string
  parentCompanyNo: string
  combineDiscount: boolean
  members: readonly GroupMember[]
  status: string
}

interface RetailStoreTable extends Maintained {
  retailStoreNo: string
  companyNo: string
  partnerStoreCode: string
  storeName: string
  terminalIds: readonly string[]
  rewardPointId: string | null
  status: string
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    company: CompanyTable
    changeRequest: ChangeRequestTable
    companyGroup: CompanyGroupTable
    retailStore: RetailStoreTable
  }
}
