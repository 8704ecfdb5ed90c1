import type { Generated } from 'kysely'

/** The columns of `corporate_settlement` that domain code reads; the records engine knows them all from the entity document. */
interface CorporateSettlementTable {
  id: Generated<number>
  settlementNo: string
  corporateNo: string
  deliveryMethod: string
  pointsPerSerial: number
  quantity: number
  totalPoints: number
  totalAmount: number
  validFrom: string
  validTo: string
  invoiceNo: string | null
  paymentStatus: string
  status: string
  orderSource: Generated<string>
  rowVersion: Generated<number>
  voidReason: string | null
  createdAt: Generated<Date>
  deliveredAt: Date | null
}

interface SerialMailTable {
  serialId: number
  settlementNo: string
  recipientName: string
  recipientEmail: string
  mailId: number
  mailCount: Generated<number>
  createdBy: string
  createdAt: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    corporateSettlement: CorporateSettlementTable
    serialMail: SerialMailTable
  }
}
