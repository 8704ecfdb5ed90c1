import { describe, expect, it } from 'vitest'
import type { CodeValueType } from '../../../rules/codes.generated.ts'
import { invoiceRangesOverlap, parseInvoiceRange, valueFits, valueInRange } from './codeRules.ts'

describe('valueFits', () => {
  it.each([
    ['1', '任何文字', true],
    ['1', null, true],
    ['2', '30', true],
    ['2', '3.5', false],
    ['3', '1.0000', true],
    ['3', 'abc', false],
    ['4', 'true', true],
    ['4', '是', false],
    ['5', '2025-02-28', true],
    ['5', '2025-02-30', false],
    ['6', '{"a":1}', true],
    ['6', '{a:1}', false],
    ['2', '', false],
    ['7', 'x', false],
  ])('type %s takes %s: %s', (type, value, fits) => {
    expect(valueFits(type as CodeValueType, value)).toBe(fits)
  })
})

describe('valueInRange', () => {
  it('valueInRange knows the range of a parameter', () => {
    expect(valueInRange('TAX.RATE', '5')).toBe(true)
    expect(valueInRange('TAX.RATE', '101')).toBe(false)
  })

  it.each(['javascript:alert(1)', 'http://example.com', '說明'])('valueInRange takes no %s for a link', (value) => {
    for (const code of ['SERVICE.CONTACT_URL', 'SERVICE.INTRO_URL', 'CMS.URL']) expect(valueInRange(code, value)).toBe(false)
    expect(valueInRange('CMS.URL', null)).toBe(true)
    expect(valueInRange('CMS.URL', 'https://www.example.com/help')).toBe(true)
  })

  it('valueInRange lets a parameter without a range be anything', () => {
    expect(valueInRange('constructor', '-1')).toBe(true)
  })
})

describe('invoice ranges', () => {
  const text = (value: object) => JSON.stringify({ taxPeriod: '202501', prefix: 'AB', startNo: 100, endNo: 199, nextNo: 100, ...value })

  it('reads a range and one that is used up', () => {
    expect(parseInvoiceRange(text({}))?.prefix).toBe('AB')
    expect(parseInvoiceRange(text({ nextNo: 200 }))).not.toBeNull()
  })

  it.each([{ prefix: 'ab' }, { startNo: 200 }, { nextNo: 99 }, { nextNo: 201 }, { taxPeriod: '202513' }, { endNo: 100_000_000 }])(
    'invoice ranges refuses %o',
    (change) => {
      expect(parseInvoiceRange(text(change))).toBeNull()
    },
  )

  it('overlap only within the same letters', () => {
    const range = { taxPeriod: '202501', prefix: 'AB', startNo: 1, endNo: 10, nextNo: 1 }
    expect(invoiceRangesOverlap(range, { ...range, startNo: 10, endNo: 20 })).toBe(true)
    expect(invoiceRangesOverlap(range, { ...range, startNo: 11, endNo: 20 })).toBe(false)
    expect(invoiceRangesOverlap(range, { ...range, prefix: 'CD' })).toBe(false)
  })
})
