import { describe, expect, it } from 'vitest'
import {
  addTier,
  addTierProblem,
  conditionPointProblem,
  discountRateProblem,
  duplicateTier,
  removeTier,
  type Tier,
  tierProblems,
} from './tiers.ts'

const tier = (conditionPoint: number | null, discountRate: number | null = 0): Tier => ({ conditionSeq: 1, conditionPoint, discountRate })

describe('a tier row', () => {
  it.each([
    [null, '回饋點數 必填'],
    ['', '回饋點數 必填'],
    [-1, '請輸入大於0之整數'],
    [1.5, '請輸入大於0之整數'],
    ['5', '請輸入大於0之整數'],
    [9_999_999_999, null],
    [10_000_000_000, '最大值9999999999'],
    [0, null],
  ])('a tier row with conditionPoint %j says %j', (value, expected) => expect(conditionPointProblem(value)).toBe(expected))
  it.each([
    [null, '點數折扣率 必填'],
    ['a', '點數折扣率 必填'],
    [0, null],
    [100, null],
    [100.1, '最大值100'],
    [-0.1, '最小值0'],
    [0.15, '最多1位小數'],
  ])('a tier row with discountRate %j says %j', (value, expected) => expect(discountRateProblem(value)).toBe(expected))
  it('uses the titles it is given', () =>
    expect(tierProblems([tier(null, null)], { conditionPoint: '門檻', discountRate: '折扣' })).toEqual({
      '0.conditionPoint': '門檻 必填',
      '0.discountRate': '折扣 必填',
    }))
})

describe('the tier editor', () => {
  it('adds a row of zeros and counts from 1', () =>
    expect(addTier([tier(5)])).toEqual([
      { conditionSeq: 1, conditionPoint: 5, discountRate: 0 },
      { conditionSeq: 2, conditionPoint: 0, discountRate: 0 },
    ]))
  it('removes any row but the first, and counts again', () => {
    const rows = addTier(addTier([tier(1)]))
    expect(removeTier(rows, 0)).toBe(rows)
    expect(removeTier(rows, 1).map((row) => row.conditionSeq)).toEqual([1, 2])
  })
  it('adds nothing while a row is wrong', () => expect(addTierProblem([tier(null)])).toBe(''))
  it('adds nothing at the limit', () => expect(addTierProblem([tier(0), tier(1)], 2)).toBe('最多2筆資料。'))
  it('adds below the limit, ten by default', () => expect(addTierProblem(Array.from({ length: 9 }, (_, index) => tier(index)))).toBeNull())
})

it.each([
  [[], null],
  [[tier(0), tier(5)], null],
  [[tier(5), tier(0), tier(5)], 2],
  [[tier(null), tier(null)], null],
])('finds the first repeated threshold', (rows, expected) => expect(duplicateTier(rows)).toBe(expected))
