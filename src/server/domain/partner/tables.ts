import type { Generated } from 'kysely'

interface PartnerNonceTable {
  platformNo: string
  nonce: string
  seenAt: Date
}

interface PartnerMinuteTable {
  platformNo: string
  minute: Date
  calls: number
}

interface PartnerSaleTable {
  transactionId: number
  terminalId: string | null
  sentPoints: number | null
  payments: Generated<unknown>
}

/** Counts that a partner sent for a day of a company; only the newest call counts. */
interface PartnerReconciliationTable {
  platformNo: string
  companyNo: string
  /** YYYY-MM-DD. */
  businessDate: string
  partnerCount: number
  partnerPoints: number
  platformCount: number
  platformPoints: number
  isMatched: boolean
  reconciledAt: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    partnerNonce: PartnerNonceTable
    partnerMinute: PartnerMinuteTable
    partnerSale: PartnerSaleTable
    partnerReconciliation: PartnerReconciliationTable
  }
}
