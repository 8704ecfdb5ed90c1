import { describe, expect, it } from 'vitest'
import { joinPhone } from './phoneParts.ts'

describe('joinPhone', () => {
  it('joins area code, number and extension', () => {
    expect(joinPhone({ phoneArea: '02', phoneNumber: '12345678', phoneExt: '123' })).toBe('02-12345678#123')
  })

  it('leaves out what is empty', () => {
    expect(joinPhone({ phoneArea: '037', phoneNumber: '123456', phoneExt: '' })).toBe('037-123456')
    expect(joinPhone({ phoneNumber: null })).toBe('')
  })
})
