import { describe, expect, it } from 'vitest'
import { awardParts, basePoints } from './issue.ts'
import { pointsToReturn } from './issueReturn.ts'
import type { ExtraRule, RewardFormula, SaleRule } from './saleRule.ts'

const per100 = {
  kind: 'perSpend',
  spendAmount: 100,
  rewardPoints: 1,
  rounding: 'floor',
  minSpend: 0,
  maxPoints: null,
  excludePointPart: true,
} as const

const cobranded: ExtraRule = {
  extraRatioNo: 'XR000001',
  payerCompanyNo: 'C000900',
  baseBearer: 'company',
  extraRatio: 150,
  payerShareRatio: 60,
  monthlyCapPoints: 1000,
  eligibleAmount: null,
  unitPrice: 0.95,
}

function ruleOf(changes: Partial<SaleRule> = {}): SaleRule {
  const expiry = { rule: '1' } as const
  return { reward: per100, pointPart: 0, extra: null, extraRoom: null, activities: [], expiry, effectiveDelayDays: 0, ...changes }
}

/** base, payer's extra, company's extra. */
function split(rule: SaleRule, amount: number): readonly number[] {
  const parts = awardParts(rule, amount)
  const points = (funder: string, component: string) =>
    parts.find((part) => part.funder === funder && part.component.component === component)?.points ?? 0
  return [points('company', 'BASE'), points('payer', 'EXTRA'), points('company', 'EXTRA')]
}

describe('basePoints', () => {
  const cases: readonly [string, RewardFormula, number, number, number][] = [
    ['counts whole multiples only', { ...per100, spendAmount: 100, rewardPoints: 3 }, 299, 0, 6],
    ['rounds half up when told to', { ...per100, rounding: 'halfUp', rewardPoints: 1 }, 150, 0, 2],
    ['rounds below half down', { ...per100, rounding: 'halfUp' }, 149, 0, 1],
    ['leaves out what points paid', per100, 1000, 250, 7],
    ['counts what points paid when the setting says so', { ...per100, excludePointPart: false }, 1000, 250, 10],
    ['never counts below nothing', per100, 100, 250, 0],
    ['gives nothing below the minimum', { ...per100, minSpend: 500 }, 499, 0, 0],
    ['gives from the minimum on', { ...per100, minSpend: 500 }, 500, 0, 5],
    ['caps the points of one sale', { ...per100, maxPoints: 4 }, 1000, 0, 4],
    ['gives fixed points once', { kind: 'fixed', rewardPoints: 50, minSpend: 300, maxPoints: null }, 9000, 0, 50],
    ['gives no fixed points below the minimum', { kind: 'fixed', rewardPoints: 50, minSpend: 300, maxPoints: null }, 299, 0, 0],
    ['takes points that the partner computed', { kind: 'given', points: 77, amount: 1000 }, 1000, 0, 77],
    ['reduces them in proportion', { kind: 'given', points: 77, amount: 1000 }, 500, 0, 38],
  ]
  it.each(cases)('%s', (_, formula, amount, pointPart, points) => {
    expect(basePoints(formula, amount, pointPart)).toBe(points)
  })
  it('computes exactly where a product passes 2^53', () => {
    const formula: RewardFormula = { ...per100, spendAmount: 7, rewardPoints: 9_999_999_999, rounding: 'halfUp' }
    expect(basePoints(formula, 999_983, 0)).toBe(1_428_547_142_714_288)
  })
  it('refuses a result that no number carries instead of rounding it', () => {
    expect(() => basePoints({ ...per100, spendAmount: 1, rewardPoints: 9_999_999_999 }, 9_999_999, 0)).toThrow(RangeError)
  })
})

describe('awardParts: example D of domain 7.4', () => {
  it.each([
    ['T1', 1280, 1000, [12, 10, 8]],
    ['T2', 35_990, 1000, [359, 322, 216]],
    ['T3', 9999, 1000, [99, 88, 60]],
    ['T4, the cap leaves 462', 60_000, 462, [600, 277, 185]],
  ])('awardParts %s', (_, amount, extraRoom, expected) => {
    expect(split(ruleOf({ extra: cobranded, extraRoom }), amount)).toEqual(expected)
  })

  it('bills the base to the payer when the payer bears it', () => {
    const parts = awardParts(ruleOf({ extra: { ...cobranded, baseBearer: 'payer' } }), 1280)
    expect(parts[0]).toMatchObject({ funder: 'payer', points: 12, component: { component: 'BASE' } })
  })

  it('counts only what the card paid', () => {
    expect(split(ruleOf({ extra: { ...cobranded, eligibleAmount: 500 } }), 1280)).toEqual([12, 4, 3])
  })
})

describe('awardParts: campaigns', () => {
  const activity = { activityCode: 'A25010001', platformShare: 0, room: null, expiry: { rule: '1' } } as const
  const pointsOf = (changes: object, amount: number) =>
    awardParts(ruleOf({ activities: [{ ...activity, ...changes } as never] }), amount)
      .filter((part) => part.component.component === 'ACTIVITY')
      .map((part) => [part.funder, part.points])

  it('multiplies the base', () => {
    expect(pointsOf({ formula: { kind: 'multiplier', multiplier: 1.5 } }, 1500)).toEqual([['company', 7]])
  })
  it('gives fixed points from an amount on', () => {
    expect(pointsOf({ formula: { kind: 'fixed', points: 30, minAmount: 1000 } }, 1000)).toEqual([['company', 30]])
    expect(pointsOf({ formula: { kind: 'fixed', points: 30, minAmount: 1000 } }, 999)).toEqual([])
  })
  it('gives points for each step', () => {
    expect(pointsOf({ formula: { kind: 'perStep', points: 10, stepAmount: 500, minAmount: 500 } }, 1999)).toEqual([['company', 30]])
  })
  it('stops at what its budget leaves', () => {
    expect(pointsOf({ formula: { kind: 'fixed', points: 30, minAmount: 0 }, room: 4 }, 100)).toEqual([['company', 4]])
  })
  it('shares the cost: the platform gets the floor', () => {
    expect(pointsOf({ formula: { kind: 'fixed', points: 11, minAmount: 0 }, platformShare: 50 }, 100)).toEqual([
      ['company', 6],
      ['platform', 5],
    ])
  })
})

describe('pointsToReturn: domain 7.2', () => {
  const rule = ruleOf({ extra: cobranded, extraRoom: 1000 })
  const saleOf = (returned: readonly number[], returnedAmount: number) => ({
    rule,
    amount: 35_990,
    returnedAmount,
    memberEntryId: 1,
    lots: [],
    entries: awardParts(rule, 35_990).map((part, index) => ({
      entryId: index + 2,
      account:
        part.funder === 'payer' ? ({ class: 'PAYG', ownerId: 'C000900' } as const) : ({ class: 'AWARD', ownerId: 'C000101' } as const),
      companyNo: null,
      unitPrice: null,
      component: part.component,
      points: part.points,
      returnedPoints: returned[index] ?? 0,
    })),
  })

  it('reverses 100 base, 60 company, 90 payer for NT$10,000 of NT$35,990', () => {
    expect(pointsToReturn(saleOf([], 0), { kind: 'amount', amount: 10_000 })).toEqual([100, 60, 90])
  })
  it('reverses exactly what is left on a later full return', () => {
    expect(pointsToReturn(saleOf([100, 60, 90], 10_000), { kind: 'amount', amount: 25_990 })).toEqual([259, 156, 232])
  })
  it('refuses more than what is left', () => {
    expect(() => pointsToReturn(saleOf([100, 60, 90], 10_000), { kind: 'amount', amount: 25_991 })).toThrow('退回超過原交易')
    expect(() => pointsToReturn(saleOf([], 0), { kind: 'points', points: 898 })).toThrow('退回超過原交易')
  })
  it('pointsToReturn takes points pro rata, and the last return takes the rest', () => {
    expect(pointsToReturn(saleOf([], 0), { kind: 'points', points: 100 })).toEqual([41, 24, 35])
    expect(pointsToReturn(saleOf([41, 24, 35], 0), { kind: 'points', points: 797 })).toEqual([318, 192, 287])
  })
})
