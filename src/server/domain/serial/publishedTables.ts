import type { PublishedTable } from '../../../language/catalog/publishedTable.ts'

/** What documents may do with the tables of this area. */
export const serialTables: readonly PublishedTable[] = [
  {
    table: 'point_serial',
    view: 'point_serial_view',
    entity: 'pointSerial',
    scope: null,
    screens: [],
    asChild: ['corporate.corporate_settlement'],
    elsewhere: 'read',
    readonly: true,
    shown: [
      'settlementNo',
      'corporateNo',
      'serialNo',
      'points',
      'remainingPoints',
      'status',
      'validFrom',
      'expireDate',
      'wrongPins',
      'usedAt',
      'orderNo',
    ],
  },
]
