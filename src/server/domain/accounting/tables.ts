import type { Generated } from 'kysely'
import type { FeeType, InvoiceDocType, InvoiceFeeType, InvoiceStatus, SettleMethod } from '../../../rules/codes.generated.ts'

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

/** Invoices and allowances. Screens read them through the entities of `point_invoice` and `payg_invoice`. */
interface InvoiceDocumentTable {
  id: Generated<number>
  docType: InvoiceDocType
  docNo: string | null
  feeType: InvoiceFeeType
  /** 1 to 3: the kinds of statements; 4: a sale of points; 5: a year. */
  sourceKind: '1' | '2' | '3' | '4' | '5'
  sourceNo: string
  statementId: number | null
  yearlyStatementId: number | null
  settleMethod: SettleMethod | null
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

interface YearlyStatementTable {
  id: Generated<number>
  yearlyStatementNo: string
  settingId: number
  companyNo: string
  year: number
  feeType: FeeType
  version: number
  yearPoints: number
  tierBasePoints: number
  yearFee: number
  discountRate: number
  discountAmount: number
  discountTax: number
  terms: unknown
  workings: unknown
  closedBy: string
  closedAt: Date
  reopenedBy: Generated<string | null>
  reopenedAt: Generated<Date | null>
  reopenReason: Generated<string | null>
}

interface YearlyStatementMonthTable {
  yearlyStatementId: number
  statementId: number
}

interface YearlyTrialTable {
  settingId: number
  tierBasePoints: number
  discountRate: number
  discountAmount: number
  discountTax: number
  workings: unknown
  madeBy: string
  madeAt: Date
}

interface AllowanceSettlementTable {
  documentId: number
  statementId: number | null
  amount: number
  /** YYYY-MM-DD. */
  settledOn: string
  reference: string | null
  createdBy: string
  createdAt: Date
  releasedAt: Generated<Date | null>
}

interface BankFileTable {
  id: Generated<number>
  periodId: number
  companyNo: string
  sha256: string
  lineCount: number
  bankPoints: number
  importedBy: string
  importedAt: Date
  /** Of the comparison that the lines tell. */
  matchedAt: Generated<Date | null>
  entryCount: Generated<number | null>
  inForce: Generated<boolean>
  replacedBy: Generated<string | null>
  replacedAt: Generated<Date | null>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    statementLine: StatementLineTable
    couponSettlement: CouponSettlementTable
    statementTrial: StatementTrialTable
    invoiceDocument: InvoiceDocumentTable
    yearlyStatement: YearlyStatementTable
    yearlyStatementMonth: YearlyStatementMonthTable
    yearlyTrial: YearlyTrialTable
    allowanceSettlement: AllowanceSettlementTable
    bankFile: BankFileTable
  }
}
