// A module, so that the declaration below is merged and not ambient.
export {}

interface StatementLineTable {
  statementId: number
  lineNo: number
  item: string
  unitPrice: number
  dpProcFeeRate: number
  points: number
  entryCount: number
  /** Decimal digits. */
  amount: string
}

interface CouponSettlementTable {
  couponId: number
  periodId: number
  settlePrice: number
}

interface StatementTrialTable {
  periodId: number
  amounts: string
  workings: string
  netAmount: number
  madeBy: string
  madeAt: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    statementLine: StatementLineTable
    couponSettlement: CouponSettlementTable
    statementTrial: StatementTrialTable
  }
}
