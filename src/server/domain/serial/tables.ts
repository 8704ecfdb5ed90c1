import type { Generated } from 'kysely'

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
    serialUse: SerialUseTable
    serialSecret: SerialSecretTable
    serialFile: SerialFileTable
  }
}
