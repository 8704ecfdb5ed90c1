import type { Generated } from 'kysely'

interface AnnouncementReadTable {
  announcementId: number
  userName: string
  readAt: Generated<Date>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    announcementRead: AnnouncementReadTable
  }
}
