import { describe, expect, it } from 'vitest'
import type { CodeValueType } from '../../../rules/codes.generated.ts'
import { valueFits, valueInRange } from './codeRules.ts'

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
  it('knows the range of a parameter', () => {
    expect(valueInRange('TAX.RATE', '5')).toBe(true)
    expect(valueInRange('TAX.RATE', '101')).toBe(false)
  })

  it.each(['javascript:alert(1)', 'http://example.com', '說明'])('takes no %s for a link', (value) => {
    for (const code of ['SERVICE.CONTACT_URL', 'SERVICE.INTRO_URL', 'CMS.URL']) expect(valueInRange(code, value)).toBe(false)
    expect(valueInRange('CMS.URL', null)).toBe(true)
    expect(valueInRange('CMS.URL', 'https://www.example.com/help')).toBe(true)
  })

  it('lets a parameter without a range be anything', () => {
    expect(valueInRange('constructor', '-1')).toBe(true)
  })
})
