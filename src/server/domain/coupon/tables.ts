import type { Generated } from 'kysely'

/** The columns of `coupon_batch` that domain code reads; the records engine knows them all from the entity document. */
interface CouponBatchTable {
  id: Generated<number>
  couponBatchNo: string
  couponName: string
  couponType: string
  supplierCompanyNo: string
  faceValue: number
  pointsPerCoupon: number
  source: string
  quantity: number
  generatedQuantity: Generated<number>
  extraQuantity: number | null
  safetyStock: number
  exchangeStart: Date
  exchangeEnd: Date
  validRule: string
  validTo: string | null
  validDays: number | null
  storeScope: string
  retailStoreNos: string[]
  perOrderLimit: number
  perCorporateMonthly: number
  channels: string[]
  displayOrder: number
  image: string
  usageNote: string
  terms: string
  status: Generated<string>
}

interface CouponImportTable {
  id: Generated<number>
  couponBatchNo: string
  numberSealed: string
  last4: string
  importedBy: string
  importedAt: Date
}

interface CouponTable {
  id: Generated<number>
  couponBatchNo: string
  serialNo: number
  numberSealed: string
  last4: string
  status: Generated<string>
  lineId: number | null
  points: number | null
  refundedAt: Date | null
  issuedAt: Date | null
  expireDate: string | null
  extendedAt: Date | null
  usedAt: Date | null
  usedRetailStoreNo: string | null
  usedPlatformNo: string | null
  usedExternalTxnNo: string | null
  voidedAt: Date | null
  voidReason: string | null
  mailId: number | null
  rowVersion: Generated<number>
  updatedBy: string | null
  updatedAt: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    couponBatch: CouponBatchTable
    couponImport: CouponImportTable
    coupon: CouponTable
  }
}
