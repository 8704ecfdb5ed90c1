import { describe, expect, it } from 'vitest'
import { breakageRate, closingPoints, liabilityOf } from './remainder.ts'

describe('remainder points', () => {
  it('come to the closing and the liability of example G', () => {
    const closing = closingPoints({
      ...{ openingPoints: 5_420_118, issuedPoints: 1_262_345, returnedPoints: 27_001, redeemedPoints: 981_204, redeemReturnPoints: 4410 },
      ...{ convertedPoints: 0, expiredPoints: 152_330, repaidPoints: 0, adjustedPoints: 1500, writeOffPoints: 220 },
    })
    expect(closing).toBe(5_528_058)
    expect(liabilityOf(closing, 1, 8)).toBe(5_085_813)
  })

  it('take the default rate until a thousand lots have had their day', () => {
    expect(breakageRate({ lotCount: 999, issuedPoints: 100, expiredPoints: 50 }, 8)).toBe(8)
    expect(breakageRate({ lotCount: 1000, issuedPoints: 3, expiredPoints: 1 }, 8)).toBe(33.33)
    expect(breakageRate({ lotCount: 1000, issuedPoints: 0, expiredPoints: 0 }, 8)).toBe(8)
  })
})
