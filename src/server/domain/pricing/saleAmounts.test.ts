import { describe, expect, it } from 'vitest'
import { saleAmounts } from './saleAmounts.ts'

describe('saleAmounts', () => {
  it.each([
    // Columns: points, price, discount, sales, tax.
    [10_000, 1, 0, 10_000, 500],
    // Example F of domain 7: a prepaid company, and a corporate member with 100 serials of 500 points.
    [300_000, 1.02, 0, 306_000, 15_300],
    [50_000, 1, 2.5, 48_750, 2438],
    // 9,262.5 and 463.15. Halves are rounded up, and the tax is computed from the rounded amount.
    [10_000, 0.95, 2.5, 9263, 463],
    // 1.005 × 100 = 100.5, which binary floats would not give.
    [100, 1.005, 0, 101, 5],
    [1, 0.0001, 0, 0, 0],
    [5_000_000_000, 1.2345, 0.1, 6_166_327_500, 308_316_375],
    [500, 1, 100, 0, 0],
  ])('%i points at %f less %f%% cost %i and %i tax', (points, price, discount, salesAmount, taxAmount) => {
    expect(saleAmounts(points, price, discount, 5)).toEqual({ salesAmount, taxAmount, totalAmount: salesAmount + taxAmount })
  })

  it('takes tax rates with decimals', () => expect(saleAmounts(1000, 1, 0, 7.25).taxAmount).toBe(73))
})
