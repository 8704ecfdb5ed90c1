import type { PublishedCalls, PublishedTable } from '../../../language/catalog/publishedTable.ts'

/** What documents may do with the tables of this area. `aesKey` and `aesIv` hold the last characters only; keys are in a table of their own. */
export const connectionTables: readonly PublishedTable[] = [
  {
    table: 'connection_platform',
    entity: 'connectionPlatform',
    scope: null,
    screens: ['connection.connection_platform'],
    elsewhere: 'nothing',
    shown: ['platformNo', 'keyVersion', 'keyIssuedAt', 'oldKeyValidTo', 'lastCallAt', 'callCountToday', 'errorCountToday'],
    written: [
      'platformName',
      'platformType',
      'companyNos',
      'allowedApis',
      'ipWhitelist',
      'rateLimitPerMinute',
      'aesKey',
      'aesIv',
      'contactName',
      'contactEmail',
      'contactPhone',
      'status',
    ],
    deletable: { 'row.status': { empty: true } },
  },
  {
    table: 'webhook',
    entity: 'webhook',
    scope: null,
    screens: ['connection.webhook'],
    elsewhere: 'nothing',
    written: ['title', 'url', 'secret', 'status'],
    once: ['hookName'],
    deletable: { 'row.status': { eq: '0' } },
  },
  {
    table: 'webhook_delivery',
    entity: 'webhookDelivery',
    scope: null,
    screens: [],
    asChild: ['connection.webhook'],
    elsewhere: 'nothing',
    readonly: true,
    shown: ['occurredAt', 'hookName', 'eventName', 'title', 'status', 'attempts', 'answered', 'problem', 'nextAt', 'sentAt'],
  },
]

/** The paths of the product API, which are fixed. */
export const connectionCalls: readonly PublishedCalls[] = [
  {
    screen: 'connection.connection_platform',
    paths: [
      '/api/account/get_connection_platforms',
      '/api/account/connection_platform',
      '/api/account/create_connection_platform',
      '/api/account/generate_aes_keyandiv',
    ],
  },
]
