import type { PublishedTable } from '../../../language/catalog/publishedTable.ts'

/** Operations that screen documents may use on the tables of this area. */
export const contentTables: readonly PublishedTable[] = [
  {
    table: 'portal_content',
    entity: 'portalContent',
    scope: null,
    screens: ['exchange_cms.exchange_cms_redirect'],
    elsewhere: 'read',
    shown: ['status', 'publishedAt'],
    written: ['title', 'body', 'image', 'displayOrder', 'startAt', 'endAt'],
    once: ['contentType', 'version'],
    state: 'status',
    transitions: {
      publish: { permission: 'exchange_cms.exchange_cms_redirect.publish', from: ['1'], to: '2' },
      archive: { permission: 'exchange_cms.exchange_cms_redirect.publish', from: ['2'], to: '3' },
    },
    editable: { 'row.status': { eq: '1' } },
  },
]
