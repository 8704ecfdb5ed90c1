export interface ConnectionPlatformKeyTable {
  platformNo: string
  keyVersion: number
  aesKeyEncrypted: string
  aesIvEncrypted: string
  issuedAt: Date
  validTo: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    connectionPlatformKey: ConnectionPlatformKeyTable
  }
}
