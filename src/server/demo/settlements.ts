import type { RecordValues } from '../records/hooks.ts'

/** The state that an order reaches. */
export type SettlementFate = 'draft' | 'waiting' | 'rejected' | 'approved' | 'generated' | 'delivered' | 'settled'

export interface DemoSettlement {
  readonly values: RecordValues
  /** At least 1, because no data may be later than the start of the day of the data. */
  readonly daysAgo: number
  /** Days from the day of the data to the last valid day of the serials. */
  readonly validDays: number
  readonly fate: SettlementFate
  /** The order is invoiced and paid. `part` is the paid share of the total; default: all of it. */
  readonly paid?: { readonly part?: number }
  /** Number of serials that were deposited into the member's account. */
  readonly deposits: number
}

interface OrderInput {
  readonly deliveryMethod: string
  readonly pointsPerSerial: number
  readonly quantity: number
  readonly more?: RecordValues | undefined
}

const order = (corporateNo: string, { deliveryMethod, pointsPerSerial, quantity, more = {} }: OrderInput) => ({
  ...{ corporateNo, deliveryMethod, pointsPerSerial, quantity },
  ...{ unitPrice: 1, discountRate: 0, ...more },
})

/** 120 serials and 20 ordered cards (domain 10), in every state except 已作廢. */
export const demoSettlements: readonly DemoSettlement[] = [
  {
    values: order('E000001', {
      deliveryMethod: '1',
      pointsPerSerial: 500,
      quantity: 60,
      more: { discountRate: 2.5, purpose: '年度員工福利' },
    }),
    daysAgo: 45,
    validDays: 320,
    fate: 'settled',
    paid: {},
    deposits: 12,
  },
  {
    values: order('E000002', { deliveryMethod: '1', pointsPerSerial: 200, quantity: 40, more: { unitPrice: 0.98, purpose: '勞動節禮品' } }),
    daysAgo: 26,
    validDays: 340,
    fate: 'delivered',
    paid: { part: 0.5 },
    deposits: 6,
  },
  {
    values: order('E000004', { deliveryMethod: '2', pointsPerSerial: 20_000, quantity: 1, more: { purpose: '公益活動贈點' } }),
    daysAgo: 20,
    validDays: 345,
    fate: 'delivered',
    paid: {},
    deposits: 0,
  },
  {
    values: order('E000002', {
      deliveryMethod: '3',
      pointsPerSerial: 1000,
      quantity: 20,
      more: { discountRate: 3, purpose: '尾牙摸彩卡' },
    }),
    daysAgo: 16,
    validDays: 350,
    fate: 'generated',
    deposits: 0,
  },
  {
    values: order('E000005', { deliveryMethod: '1', pointsPerSerial: 100, quantity: 20 }),
    daysAgo: 12,
    validDays: 353,
    fate: 'generated',
    deposits: 0,
  },
  {
    values: order('E000003', { deliveryMethod: '1', pointsPerSerial: 50, quantity: 100, more: { purpose: '閱讀推廣活動' } }),
    daysAgo: 8,
    validDays: 357,
    fate: 'approved',
    deposits: 0,
  },
  {
    values: order('E000005', { deliveryMethod: '1', pointsPerSerial: 1000, quantity: 10, more: { unitPrice: 0.7 } }),
    daysAgo: 6,
    validDays: 358,
    fate: 'rejected',
    deposits: 0,
  },
  {
    values: order('E000001', {
      deliveryMethod: '1',
      pointsPerSerial: 1000,
      quantity: 50,
      more: { discountRate: 5, purpose: '中秋節禮品' },
    }),
    daysAgo: 1,
    validDays: 364,
    fate: 'waiting',
    deposits: 0,
  },
  {
    values: order('E000004', { deliveryMethod: '1', pointsPerSerial: 300, quantity: 30 }),
    daysAgo: 1,
    validDays: 365,
    fate: 'draft',
    deposits: 0,
  },
]
