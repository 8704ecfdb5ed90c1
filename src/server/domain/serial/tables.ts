import type { Generated } from 'kysely'

/** What serials and cards have in common: whoever knows number and pin may spend the points. */
interface BearerColumns {
  id: Generated<number>
  /** Owner of the SERIAL account that holds the points. */
  holderNo: string
  points: number
  remainingPoints: Generated<number>
  status: Generated<string>
  wrongPins: Generated<number>
  frozenBy: string | null
  usedAt: Date | null
  orderNo: string | null
  rowVersion: Generated<number>
  createdBy: string | null
  createdAt: Generated<Date>
  updatedBy: string | null
  updatedAt: Date | null
}

interface PointSerialTable extends BearerColumns {
  settlementNo: string
  last4: string
  validFrom: string
  expireDate: string
}

interface CouponCardTable extends BearerColumns {
  cardBatchNo: string
  cardNo: string
  settlementNo: string | null
  cardVendor: string | null
  companyNo: string | null
  confirmedAt: Date | null
  shippedAt: Date | null
  shipRef: string | null
  activatedAt: Date | null
  activatedBy: string | null
  validMonths: number
  expireDate: string | null
}

interface SerialUseTable {
  id: Generated<number>
  bearerKind: 'serial' | 'card'
  bearerId: number
  holderNo: string
  useKind: 'exchange' | 'deposit' | 'void' | 'expire'
  points: number
  orderNo: string | null
  usedAt: Date
}

interface SerialSecretTable {
  holderNo: string
  pieceNo: number
  rowCount: number
  sealed: string
}

interface SerialFileTable {
  holderNo: string
  passwordSealed: string
  downloadsMax: number
  downloadCount: Generated<number>
  openedAt: Date
  validTo: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    pointSerial: PointSerialTable
    couponCard: CouponCardTable
    serialUse: SerialUseTable
    serialSecret: SerialSecretTable
    serialFile: SerialFileTable
  }
}
