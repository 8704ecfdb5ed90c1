import type { Generated } from 'kysely'

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
    serialMail: SerialMailTable
  }
}
