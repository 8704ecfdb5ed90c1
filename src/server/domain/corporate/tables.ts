import type { Generated } from 'kysely'

interface ApplicationCodeTable {
  id: Generated<number>
  memberId: number
  codeHash: string
  createdAt: Date
  expiresAt: Date
  wrongCount: Generated<number>
  usedAt: Date | null
  ticketHash: string | null
  ticketExpiresAt: Date | null
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    applicationCode: ApplicationCodeTable
  }
}
