import type { Generated } from 'kysely'

interface Maintained {
  id: Generated<number>
  rowVersion: Generated<number>
  createdBy: string | null
  createdAt: Generated<Date>
  updatedBy: string | null
  updatedAt: Date | null
}

interface MemberTable extends Maintained {
  memberNo: string
  mobile: string
  memberName: string
  birthday: string | null
  email: string | null
  gender: string | null
  /** MemberStatus. */
  status: Generated<string>
  statusReason: string | null
  consentVersion: string | null
  platformNo: string | null
  registeredAt: Date
}

interface MemberCardTable extends Maintained {
  memberNo: string
  cardNo: string
  cardType: string | null
  status: Generated<string>
  boundAt: Date
}

interface PointAccountTable {
  id: Generated<number>
  class: string
  ownerId: string
  balance: number | null
  lotPoints: number | null
  owedPoints: number | null
  version: Generated<number>
}

interface CompanyPeriodTable extends Maintained {
  companyNo: string
  stream: string
  periodNo: string
  startDate: string
  endDate: string
  status: Generated<string>
  closedAt: Date | null
  closedBy: string | null
}

/** Written by `ledger_write` only; the columns that the ledger reads. */
interface PointTransactionTable {
  id: number
  transactionNo: string
  kind: string
  businessAt: Date
  businessDate: string
  platformNo: string | null
  externalTxnNo: string | null
  companyNo: string | null
  memberNo: string | null
  amount: number | null
  ruleSnapshot: unknown
  originalTransactionId: number | null
}

interface PointEntryTable {
  id: number
  transactionId: number
  lineNo: number
  accountId: number
  accountClass: string
  points: number
  companyNo: string | null
  periodId: number | null
  unitPrice: number | null
  component: string | null
  componentCode: string | null
  originalEntryId: number | null
  businessDate: string
}

interface PointLotTable {
  id: number
  accountId: number
  transactionId: number
  issuerCompanyNo: string
  activityCode: string | null
  issuedPoints: number
  remainingPoints: number
  effectiveDate: string
  expireDate: string
  originLotId: number | null
}

interface LotAllocationTable {
  id: Generated<number>
  lotId: number
  transactionId: number
  entryId: number | null
  pendingPointId: number | null
  points: number
  allocationKind: string
}

interface GoodsReturnTable {
  id: Generated<number>
  originalTransactionId: number
  transactionId: number | null
  amount: number
  createdAt: Date
}

interface PartnerPointlessSaleTable {
  platformNo: string
  externalTxnNo: string
  companyNo: string
  amount: number
  returnedAmount: Generated<number>
  createdAt: Date
}

interface PartnerIdempotencyTable {
  platformNo: string
  externalTxnNo: string
  kind: string
  requestHash: string
  transactionId: number | null
  response: unknown
  createdAt: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    member: MemberTable
    memberCard: MemberCardTable
    pointAccount: PointAccountTable
    companyPeriod: CompanyPeriodTable
    pointTransaction: PointTransactionTable
    pointEntry: PointEntryTable
    pointLot: PointLotTable
    lotAllocation: LotAllocationTable
    goodsReturn: GoodsReturnTable
    partnerIdempotency: PartnerIdempotencyTable
    partnerPointlessSale: PartnerPointlessSaleTable
  }
}
