import type { Generated } from 'kysely'

interface AnnouncementTable {
  id: Generated<number>
  announcementNo: string
  category: string
  title: string
  content: string
  image: string | null
  audience: readonly string[]
  companyNos: readonly string[]
  startAt: Date
  endAt: Date
  isPinned: boolean
  status: string
}

interface AnnouncementReadTable {
  announcementId: number
  userName: string
  readAt: Generated<Date>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    announcement: AnnouncementTable
    announcementRead: AnnouncementReadTable
  }
}
