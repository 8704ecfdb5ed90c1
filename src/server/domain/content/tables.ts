import type { Generated } from 'kysely'

interface PortalContentTable {
  id: Generated<number>
  contentType: string
  title: string
  body: string
  image: string | null
  displayOrder: number
  version: string
  startAt: Date | null
  endAt: Date | null
  status: Generated<string>
  publishedAt: Date | null
  rowVersion: Generated<number>
}

interface ContentTicketTable {
  ticketHash: string
  userName: string
  expiresAt: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    portalContent: PortalContentTable
    contentTicket: ContentTicketTable
  }
}
