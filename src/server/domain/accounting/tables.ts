import type { Generated } from 'kysely'
import type { InvoiceDocType, InvoiceFeeType, InvoiceStatus } from '../../../rules/codes.generated.ts'

interface StatementLineTable {
  statementId: number
  lineNo: number
  item: string
  unitPrice: number
  dpProcFeeRate: number
  points: number
  entryCount: number
  amount: number
}

interface CouponSettlementTable {
  couponId: number
  periodId: number
  settlePrice: number
}

interface StatementTrialTable {
  periodId: number
  amounts: unknown
  workings: unknown
  netAmount: number
  madeBy: string
  madeAt: Date
}

/** Invoices and allowances; screens see them through the entities of `point_invoice` and `payg_invoice`. */
interface InvoiceDocumentTable {
  id: Generated<number>
  docType: InvoiceDocType
  docNo: string | null
  feeType: InvoiceFeeType
  /** Kinds 1-3 of statements, 4 sales of points, 5 years. */
  sourceKind: '1' | '2' | '3' | '4' | '5'
  sourceNo: string
  statementId: number | null
  companyNo: string | null
  corporateNo: string | null
  buyerName: string
  taxNumber: string
  issueDate: string | null
  issuedAt: Date | null
  issuedBy: string | null
  taxPeriod: string | null
  randomNumber: string | null
  originalId: number | null
  reasonCode: string | null
  salesAmount: number
  taxAmount: number
  allowanceSales: Generated<number>
  allowanceTax: Generated<number>
  voidReason: string | null
  voidedBy: string | null
  voidedAt: Date | null
  status: Generated<InvoiceStatus>
  rowVersion: Generated<number>
  createdBy: string | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    statementLine: StatementLineTable
    couponSettlement: CouponSettlementTable
    statementTrial: StatementTrialTable
    invoiceDocument: InvoiceDocumentTable
  }
}
