import type { PublishedTable } from '../../../language/catalog/publishedTable.ts'

/** Operations that screen documents may use on the tables of this area. */
export const announcementTables: readonly PublishedTable[] = [
  {
    table: 'announcement',
    view: 'announcement_view',
    entity: 'announcement',
    scope: null,
    screens: ['announcement.announcements'],
    elsewhere: 'read',
    shown: ['announcementNo', 'readCount', 'status'],
    written: ['category', 'title', 'content', 'image', 'audience', 'companyNos', 'startAt', 'endAt', 'isPinned'],
    state: 'status',
    transitions: {
      publish: { permission: 'publish', from: ['1', '3'], to: '2' },
      withdraw: { permission: 'publish', from: ['2'], to: '3' },
    },
    editable: { 'row.status': { in: ['1', '3'] } },
    deletable: { 'row.status': { eq: '1' } },
  },
]
