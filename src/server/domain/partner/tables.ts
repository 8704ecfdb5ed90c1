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

declare module '../../platform/database/tables.ts' {
  interface Tables {
    partnerNonce: PartnerNonceTable
    partnerMinute: PartnerMinuteTable
    partnerSale: PartnerSaleTable
  }
}
