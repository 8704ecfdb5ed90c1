import { describe, expect, it } from 'vitest'
import { type Conversion, convertedPoints, sourcePointsOf } from './conversion.ts'
import { multipleProblems } from './pointExchange.ts'

const into: Conversion = {
  pointExchangeNo: 'PX000001',
  direction: '1',
  partnerPoints: 1000,
  platformPoints: 250,
  minPoints: 2000,
  stepPoints: 1000,
  dailyLimit: null,
  monthlyLimit: null,
  unitPrice: 0.98,
}
const out: Conversion = { ...into, direction: '2', minPoints: 250, stepPoints: 250 }

describe('a conversion', () => {
  it('is exact in both directions', () => {
    expect(convertedPoints(into, 3000)).toBe(750)
    expect(convertedPoints(out, 750)).toBe(3000)
    expect(convertedPoints({ ...into, partnerPoints: 3, platformPoints: 7, minPoints: 3, stepPoints: 3 }, 9_999_999_999)).toBe(
      23_333_333_331,
    )
    expect(sourcePointsOf(into, 750)).toBe(3000)
    expect(sourcePointsOf(into, 751)).toBe(3004)
    expect(sourcePointsOf({ ...into, partnerPoints: 1, platformPoints: 2 }, 3)).toBeNull()
  })

  it('takes no less than the minimum and only multiples of the unit (E1021)', () => {
    expect(convertedPoints(into, 1000)).toBeNull()
    expect(convertedPoints(into, 2500)).toBeNull()
    expect(convertedPoints(into, 2000.5)).toBeNull()
  })

  it('is entered with multiples of the source side of its ratio', () => {
    expect(multipleProblems({ ...into })).toEqual({})
    expect(multipleProblems({ ...into, minPoints: 1500, stepPoints: 300 })).toEqual({
      minPoints: '最低點數 須為 1000 的倍數',
      stepPoints: '單位 須為 1000 的倍數',
    })
    expect(multipleProblems({ ...out })).toEqual({})
  })
})
