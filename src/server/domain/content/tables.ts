export interface ContentTicketTable {
  ticketHash: string
  userName: string
  expiresAt: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    contentTicket: ContentTicketTable
  }
}
