import type { PublishedTable } from '../../../language/catalog/publishedTable.ts'

/** What documents may do with the tables of this area. */
export const cardTables: readonly PublishedTable[] = [
  {
    table: 'coupon_card',
    view: 'coupon_card_view',
    entity: 'couponCard',
    scope: null,
    screens: ['corporate.coupon_card'],
    asChild: ['corporate.corporate_settlement'],
    elsewhere: 'read',
    shown: [
      'cardBatchNo',
      'cardNo',
      'corporateNo',
      'remainingPoints',
      'confirmedAt',
      'shippedAt',
      'activatedAt',
      'activatedBy',
      'expireDate',
      'wrongPins',
      'frozenBy',
      'usedAt',
      'orderNo',
      'status',
    ],
    written: ['cardVendor', 'companyNo', 'shipRef'],
    once: ['settlementNo', 'points', 'validMonths'],
    state: 'status',
    transitions: {
      ship: { fills: ['shipRef', 'companyNo'], permission: 'corporate.coupon_card.ship', from: ['1'], to: '2' },
      activate: { permission: 'corporate.coupon_card.activate', from: ['2'], to: '3' },
      freeze: { permission: 'corporate.coupon_card.void', from: ['3', '4'], to: '8' },
      thaw: { permission: 'corporate.coupon_card.void', from: ['8'], to: '3' },
      void: { permission: 'corporate.coupon_card.void', from: ['1', '2', '3', '4', '8'], to: '6' },
    },
    editable: { 'row.status': { in: ['1', '2'] } },
  },
]
