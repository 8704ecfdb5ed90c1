import type { Generated } from 'kysely'

interface ExchangeOrderTable {
  id: Generated<number>
  orderNo: string
  channel: string
  corporateNo: string | null
  ownerKey: string
  orderKey: string
  requestHash: string
  orderedAt: Date
  quantity: number
  points: number
  refundedPoints: Generated<number>
  faceAmount: number
  status: Generated<string>
  cancelledBy: string | null
  cancelledAt: Date | null
  createdBy: string | null
  createdAt: Generated<Date>
  updatedBy: string | null
  updatedAt: Date | null
}

interface ExchangePostingTable {
  orderId: number
  lineNo: number
  holderNo: string | null
  transactionId: number
  transactionNo: string
  points: number
  refundedPoints: Generated<number>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    exchangeOrder: ExchangeOrderTable
    exchangePosting: ExchangePostingTable
  }
}
