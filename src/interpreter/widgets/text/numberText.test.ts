import { describe, expect, it } from 'vitest'
import { editText, restText } from './numberText.ts'

describe('editText and restText', () => {
  it('editText and restText never show an exponent and group at rest only', () => {
    expect(editText(0.0000001)).toBe('0.0000001')
    expect(editText(9999999999)).toBe('9999999999')
    expect(restText(9999999999)).toBe('9,999,999,999')
    expect(restText('12x')).toBe('12x')
    expect(restText(undefined)).toBe('')
  })
})
