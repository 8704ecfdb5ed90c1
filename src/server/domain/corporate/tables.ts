import type { Generated } from 'kysely'

/** The columns of `corporate_member` that domain code reads; the records engine knows them all from the entity document. */
interface CorporateMemberTable {
  id: Generated<number>
  applyNo: string
  corporateNo: string | null
  taxNumber: string
  companyName: string
  contactName: string
  contactEmail: string
  contactMobile: string
  status: Generated<string>
  statusSince: Date
  appliedAt: Date
  policyVersion: string | null
  privacyVersion: string | null
  agreedAt: Date | null
  rowVersion: Generated<number>
}

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
    corporateMember: CorporateMemberTable
    applicationCode: ApplicationCodeTable
  }
}
