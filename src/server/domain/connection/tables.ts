import type { Generated } from 'kysely'

interface ConnectionPlatformTable {
  id: Generated<number>
  platformNo: string
  platformName: string
  companyNos: readonly string[]
  allowedApis: readonly string[]
  ipWhitelist: readonly string[]
  aesKey: string
  aesIv: string
  keyVersion: Generated<number>
  keyIssuedAt: Date
  oldKeyValidTo: Date | null
  status: string
  lastCallAt: Date | null
  rowVersion: Generated<number>
}

interface ConnectionPlatformKeyTable {
  platformNo: string
  keyVersion: number
  aesKeyEncrypted: string
  aesIvEncrypted: string
  issuedAt: Date
  validTo: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    connectionPlatform: ConnectionPlatformTable
    connectionPlatformKey: ConnectionPlatformKeyTable
  }
}
