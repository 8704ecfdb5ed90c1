import { describe, expect, it } from 'vitest'
import { calculate, changeQuantity, clampQuantity, type Offer, offerProblems, stateOf } from './offers.ts'

const offer = (changes: Partial<Offer> = {}): Offer => ({
  ...{
    couponBatchNo: 'CB1',
    couponName: '咖啡',
    couponType: '1',
    couponTypeName: '餐飲',
    supplierName: '日日好',
    faceValue: 50,
    pointsPerCoupon: 100,
    usageNote: '',
    terms: '',
  },
  ...{
    exchangeEnd: '2026-12-31T00:00:00Z',
    validText: '發放後90天',
    perOrderLimit: 10,
    perCorporateMonthly: 100,
    stock: 10,
    stockState: 'plenty',
    imageUrl: '',
    picture: null,
  },
  ...changes,
})

describe('calculate', () => {
  it('adds up what was chosen, in the order of the shop window', () => {
    const offers = [offer(), offer({ couponBatchNo: 'CB2', pointsPerCoupon: 250 })]
    const result = calculate(offers, { CB2: 2, CB1: 3 }, 1000)
    expect(result).toMatchObject({ couponCount: 5, usedPoints: 800, leftPoints: 200 })
    expect(result.lines.map(({ offer: { couponBatchNo }, points }) => [couponBatchNo, points])).toEqual([
      ['CB1', 300],
      ['CB2', 500],
    ])
  })

  it('calculate leaves out what is not offered any more, and tells when points are missing', () => {
    expect(calculate([offer()], { CB1: 2, GONE: 5 }, 150)).toMatchObject({ couponCount: 2, goneCount: 5, leftPoints: -50 })
    expect(calculate([offer()], { CB1: 2 }, 150).goneCount).toBe(0)
  })
})

describe('changeQuantity', () => {
  it('keeps what is on offer and forgets what is gone', () => {
    expect(changeQuantity([offer(), offer({ couponBatchNo: 'CB2' })], { CB2: 1, GONE: 5 }, { CB1: 3 })).toEqual({ CB1: 3, CB2: 1 })
  })
})

describe('offerProblems', () => {
  const textsOf = (quantities: Record<string, number>, totalPoints: number | null, changes: Partial<Offer> = {}) =>
    offerProblems(calculate([offer(changes)], quantities, totalPoints)).map(({ text }) => text)

  it('asks for a choice, then for points', () => {
    expect(textsOf({}, 1000)).toEqual(['選擇票券'])
    expect(textsOf({ CB1: 2 }, 150)).toEqual(['點數不足'])
    expect(textsOf({ CB1: 1 }, 150)).toEqual([])
  })

  it('tells the limit and not the points when both are passed', () => {
    expect(textsOf({ CB1: 12 }, 150)).toEqual(['咖啡（超過每單兌換上限。）'])
    expect(textsOf({ CB1: 3 }, 150, { monthlyRest: 2 })).toEqual(['咖啡（超過企業每月兌換上限。）'])
  })

  it('finds nothing short while no points are known: a reload keeps the choice, not the passwords', () => {
    expect(textsOf({ CB1: 2 }, null)).toEqual([])
    expect(calculate([offer()], { CB1: 2 }, null)).toMatchObject({ usedPoints: 200, leftPoints: 0 })
  })
})

describe('stateOf', () => {
  it('locks the quantity but shows the colours before a serial was entered', () => {
    expect(stateOf(offer(), 0, null)).toEqual({ isGreyed: false, canAdd: false, canRemove: false, note: '請先輸入序號' })
  })

  it.each([
    ['has no stock', offer({ stock: 0, stockState: 'none' }), 0, 1000, { isGreyed: true, canAdd: false, note: '已兌完' }],
    ['costs more than there is', offer(), 0, 99, { isGreyed: true, canAdd: false, note: '點數不足' }],
    ['is affordable', offer(), 0, 100, { isGreyed: false, canAdd: true, note: null }],
    ['took the last points', offer(), 1, 0, { isGreyed: false, canAdd: false, canRemove: true, note: '點數不足' }],
    ['is at the limit of an order', offer({ perOrderLimit: 2 }), 2, 1000, { isGreyed: false, canAdd: false, note: '每單最多 2 張' }],
    ['is at the end of its stock', offer({ stock: 3 }), 3, 1000, { canAdd: false, note: '僅剩 3 張' }],
    ['is nearly gone', offer({ stockState: 'low' }), 0, 1000, { canAdd: true, note: '即將兌完' }],
  ])('stateOf knows a row that %s', (_case, given, quantity, left, expected) => {
    expect(stateOf(given, quantity, left)).toMatchObject(expected)
  })
})

describe('clampQuantity', () => {
  it.each([
    ['3', 3],
    ['', 0],
    ['-2', 0],
    ['2.9', 2],
    ['999', 10],
    ['５', 5],
    ['１２', 10],
    ['x', 0],
  ])('clampQuantity takes %j as %i', (typed, quantity) => {
    expect(clampQuantity(offer(), typed)).toBe(quantity)
  })
})
