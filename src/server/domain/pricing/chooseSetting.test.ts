import { describe, expect, it } from 'vitest'
import { awardParts } from '../points/domain/reward.ts'
import { chooseExtra, chooseReward } from './chooseSetting.ts'
import { expiryOf, formulaOf } from './saleRule.ts'

const reward = (id: number, own: object = {}) => ({
  id,
  rewardPointNo: `RP${id}`,
  priority: 50,
  isDefault: false,
  paymentTypes: [] as readonly string[],
  storeScope: '1' as const,
  retailStoreNos: [] as readonly string[],
  ...own,
})
const sale = { retailStoreNo: 'C0001010001', paymentTypes: ['1'], storeRewardPointId: null, wantedRewardPointId: null }

describe('the reward setting of a sale', () => {
  const standard = reward(1, { isDefault: true })

  it('is the smallest priority of those that fit, the default last', () => {
    const card = reward(2, { priority: 10, paymentTypes: ['3'] })
    const store = reward(3, { priority: 20, storeScope: '2', retailStoreNos: ['C0001010001'] })
    expect(chooseReward([standard, card, store], sale)?.id).toBe(3)
    expect(chooseReward([standard, card, store], { ...sale, paymentTypes: ['3'] })?.id).toBe(2)
    expect(chooseReward([standard, card], { ...sale, retailStoreNo: null, paymentTypes: [] })?.id).toBe(1)
    expect(chooseReward([standard, card], { ...sale, paymentTypes: ['1', '3'] })?.id).toBe(1)
    expect(chooseReward([standard, reward(4, { priority: 90 })], sale)?.id).toBe(1)
  })

  it('is what the request names when that fits, and nothing without any', () => {
    const named = reward(5, { priority: 99 })
    expect(chooseReward([standard, named], { ...sale, wantedRewardPointId: 5 })?.id).toBe(5)
    expect(chooseReward([standard, { ...named, paymentTypes: ['3'] }], { ...sale, wantedRewardPointId: 5 })?.id).toBe(1)
    expect(chooseReward([], sale)).toBeUndefined()
  })

  it('has the default of the outlet in place of that of the company', () => {
    expect(chooseReward([standard, reward(6, { priority: 99 })], { ...sale, storeRewardPointId: 6 })?.id).toBe(6)
  })
})

describe('the extra ratio of a card', () => {
  const extra = (extraRatioNo: string, own: object = {}) => ({
    extraRatioNo,
    companyNo: null as string | null,
    cardType: null as string | null,
    cardPrefixes: ['356778'] as readonly string[],
    priority: 50,
    ...own,
  })
  const card = { cardNo: '356778', cardType: '03' }

  it('is one: the smallest priority, then the company, then the kind of card', () => {
    const all = extra('ER1')
    const own = extra('ER2', { companyNo: 'C000101' })
    const kind = extra('ER3', { cardType: '03' })
    expect(chooseExtra([all, kind, own], 'C000101', card)?.extraRatioNo).toBe('ER2')
    expect(chooseExtra([all, kind, own], 'C000102', card)?.extraRatioNo).toBe('ER3')
    expect(chooseExtra([all, { ...own, priority: 60 }], 'C000101', card)?.extraRatioNo).toBe('ER1')
  })

  it('is none for a card of other digits or of another kind', () => {
    expect(chooseExtra([extra('ER1', { cardPrefixes: ['35677899'] })], 'C000101', card)).toBeUndefined()
    expect(chooseExtra([extra('ER1', { cardType: '01' })], 'C000101', card)).toBeUndefined()
  })
})

describe('a stored setting as the rule of a sale', () => {
  const row = { rewardType: '1', rewardPoints: 1, spendAmount: 100, roundingMode: '1', excludePointPart: true, minSpend: 0 } as const
  const formula = formulaOf({ ...row, maxPointsPerTxn: null })

  it('gives the points of example D: 100 dollars a point, extra 150%, the payer bears 60%', () => {
    const setting = { extraRatioNo: 'ER1', payerCompanyNo: 'C000900', baseBearer: 'company', extraRatio: 150, payerShareRatio: 60 } as const
    const partsOf = (amount: number, extraRoom: number | null) =>
      awardParts(
        {
          reward: formula,
          pointPart: 0,
          extra: { ...setting, monthlyCapPoints: 1000, eligibleAmount: null, unitPrice: 0.95 },
          extraRoom,
          activities: [],
          expiry: expiryOf({ expiryRule: '1', expiryValue: null, expiryDate: null }),
          effectiveDelayDays: 0,
        },
        amount,
      ).map(({ funder, component, points }) => [component.component, funder, points])
    expect(partsOf(1280, 1000)).toEqual([
      ['BASE', 'company', 12],
      ['EXTRA', 'company', 8],
      ['EXTRA', 'payer', 10],
    ])
    expect(partsOf(35_990, 1000)).toEqual([
      ['BASE', 'company', 359],
      ['EXTRA', 'company', 216],
      ['EXTRA', 'payer', 322],
    ])
    expect(partsOf(60_000, 462)).toEqual([
      ['BASE', 'company', 600],
      ['EXTRA', 'company', 185],
      ['EXTRA', 'payer', 277],
    ])
  })

  it('keeps rounding, limits and expiry', () => {
    expect(formulaOf({ ...row, roundingMode: '2', maxPointsPerTxn: 500 })).toEqual({
      ...{ kind: 'perSpend', spendAmount: 100, rewardPoints: 1, rounding: 'halfUp', excludePointPart: true, minSpend: 0, maxPoints: 500 },
    })
    expect(formulaOf({ ...row, rewardType: '2', rewardPoints: 20, spendAmount: null, minSpend: 500, maxPointsPerTxn: null })).toEqual({
      ...{ kind: 'fixed', rewardPoints: 20, minSpend: 500, maxPoints: null },
    })
    expect(expiryOf({ expiryRule: '2', expiryValue: 6, expiryDate: null })).toEqual({ rule: '2', months: 6 })
    expect(expiryOf({ expiryRule: '3', expiryValue: 90, expiryDate: null })).toEqual({ rule: '3', days: 90 })
    expect(expiryOf({ expiryRule: '4', expiryValue: null, expiryDate: '2026-12-31' })).toEqual({ rule: '4', date: '2026-12-31' })
    expect(() => formulaOf({ ...row, spendAmount: null, maxPointsPerTxn: null })).toThrow(Error)
  })
})
