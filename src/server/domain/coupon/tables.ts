import type { Generated } from 'kysely'

interface CouponImportTable {
  id: Generated<number>
  couponBatchNo: string
  numberSealed: string
  last4: string
  importedBy: string
  importedAt: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    couponImport: CouponImportTable
  }
}
