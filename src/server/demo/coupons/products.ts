import type { RecordValues } from '../../records/hooks.ts'

/** A coupon product of the demo data. Days are counted from the day of the data. */
export interface DemoProduct {
  readonly picture: 'market' | 'tea' | 'book' | 'store' | 'travel' | 'coffee'
  readonly isOnSale: boolean
  readonly values: RecordValues
  /** Number of the supplier's outlets that accept the coupon; absent: all of them. */
  readonly stores?: number
}

const terms = (supplier: string) =>
  `<ul><li>每張限用一次，使用後不找零、不退現。</li><li>不得與其他優惠合併使用。</li><li>遺失或外流恕不補發，請妥善保存票券號碼。</li><li>商品或服務由${supplier}提供。</li></ul>`

const both = { channels: ['1', '2'], perOrderLimit: 20, perCorporateMonthly: 60, safetyStock: 10 } as const

/** Five products on sale and one that waits for approval (domain 10); 240 coupons in all. */
export const demoProducts: readonly DemoProduct[] = [
  {
    picture: 'market',
    isOnSale: true,
    values: {
      ...both,
      ...{ couponName: '日日好超市 100 元現金券', couponType: '2', supplierCompanyNo: 'C000101', faceValue: 100, pointsPerCoupon: 100 },
      ...{ source: '1', quantity: 70, settleBasis: '1', settlePrice: 98, validRule: '2', validDays: 90, storeScope: '1', displayOrder: 1 },
      ...{ usageNote: '結帳前出示票券號碼，由櫃台掃描折抵 100 元。', terms: terms('日日好超市') },
    },
  },
  {
    picture: 'tea',
    isOnSale: true,
    values: {
      ...both,
      ...{ couponName: '青田餐飲 雙人下午茶券', couponType: '1', supplierCompanyNo: 'C000103', faceValue: 480, pointsPerCoupon: 450 },
      ...{
        source: '1',
        quantity: 40,
        settleBasis: '1',
        settlePrice: 432.5,
        validRule: '2',
        validDays: 14,
        storeScope: '1',
        displayOrder: 2,
      },
      ...{ usageNote: '平日 14:00 至 17:00 適用，請先訂位並告知使用下午茶券。', terms: terms('青田餐飲'), safetyStock: 25 },
    },
  },
  {
    picture: 'book',
    isOnSale: true,
    stores: 2,
    values: {
      ...both,
      ...{ couponName: '米卡書店 200 元圖書禮券', couponType: '2', supplierCompanyNo: 'C000104', faceValue: 200, pointsPerCoupon: 200 },
      ...{
        source: '1',
        quantity: 50,
        settleBasis: '1',
        settlePrice: 190,
        validRule: '2',
        validDays: 180,
        storeScope: '2',
        displayOrder: 3,
      },
      ...{ usageNote: '限指定門市使用，購書或文具皆可折抵。', terms: terms('米卡書店') },
    },
  },
  {
    picture: 'store',
    isOnSale: true,
    values: {
      ...both,
      ...{ couponName: '禾光百貨 500 元購物金', couponType: '2', supplierCompanyNo: 'C000102', faceValue: 500, pointsPerCoupon: 500 },
      ...{ source: '1', quantity: 50, settleBasis: '1', settlePrice: 492.5, validRule: '1', storeScope: '1', displayOrder: 4 },
      ...{ usageNote: '全館專櫃適用（超市與美食街除外），單筆消費滿 1,000 元可用一張。', terms: terms('禾光百貨'), channels: ['2'] },
    },
  },
  {
    picture: 'travel',
    isOnSale: true,
    values: {
      ...both,
      ...{
        couponName: '大稻旅行社 1,000 元旅遊折扣券',
        couponType: '3',
        supplierCompanyNo: 'C000106',
        faceValue: 1000,
        pointsPerCoupon: 600,
      },
      ...{ source: '2', quantity: 30, settleBasis: '2', settlePrice: 560, validRule: '1', storeScope: '1', displayOrder: 5 },
      ...{ usageNote: '訂購國內外團體行程每人可折抵 1,000 元，訂購時提供票券號碼。', terms: terms('大稻旅行社'), perOrderLimit: 5 },
    },
  },
  {
    picture: 'coffee',
    isOnSale: false,
    values: {
      ...both,
      ...{ couponName: '日日好超市 現煮咖啡兌換券', couponType: '1', supplierCompanyNo: 'C000101', faceValue: 55, pointsPerCoupon: 50 },
      ...{
        source: '1',
        quantity: 500,
        settleBasis: '1',
        settlePrice: 46.75,
        validRule: '2',
        validDays: 60,
        storeScope: '1',
        displayOrder: 6,
      },
      ...{ usageNote: '可兌換大杯美式或中杯拿鐵一杯。', terms: terms('日日好超市'), safetyStock: 50 },
    },
  },
]
