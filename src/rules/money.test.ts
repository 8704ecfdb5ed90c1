import { describe, expect, it } from 'vitest'
import { decimalText } from './fraction.ts'
import { amountOf, percentOf, roundMoney, sumOf, taxOf, wholeAmount } from './money.ts'

describe('roundMoney', () => {
  it('rounds half away from zero, of the exact amount', () => {
    expect(roundMoney({ numerator: 5n, denominator: 10n })).toBe(1)
    expect(roundMoney({ numerator: -5n, denominator: 10n })).toBe(-1)
    expect(roundMoney({ numerator: 49_999n, denominator: 100_000n })).toBe(0)
    expect(roundMoney(amountOf(607, 0.95))).toBe(577)
    expect(roundMoney(percentOf(amountOf(350_215, 1), 1.2))).toBe(4203)
    expect(Object.is(roundMoney(amountOf(-1, 0.1)), 0)).toBe(true)
  })
})

describe('sumOf', () => {
  it('adds amounts of different precision without a loss', () => {
    expect(decimalText(sumOf([amountOf(3, 0.0001), wholeAmount(2), percentOf(amountOf(1, 0.5), 1.25)]))).toBe('2.00655')
    expect(decimalText(sumOf([]))).toBe('0')
  })
})

describe('decimalText', () => {
  it('writes the shortest exact digits', () => {
    expect(decimalText(amountOf(1_236_844, 1.05))).toBe('1298686.2')
    expect(decimalText(amountOf(-4000, 1.05))).toBe('-4200')
    expect(decimalText(amountOf(-1, 0.0001))).toBe('-0.0001')
  })
})

describe('taxOf', () => {
  it('money is rounded once, half away from zero', () => {
    expect(taxOf(1_233_752, 5)).toBe(61_688)
    expect(taxOf(-3990, 5)).toBe(-200)
  })
})
