import { describe, expect, it } from 'vitest'
import { alertInputProblem } from './alertInput.ts'

describe('alertInputProblem', () => {
  it('wants an answer where one is required', () => {
    expect(alertInputProblem(' ', { type: 'text', required: true })).toBe('Please enter a response!')
    expect(alertInputProblem('', { type: 'email', required: false })).toBeNull()
    expect(alertInputProblem('甲', { type: 'text', required: true })).toBeNull()
  })

  it('wants an e-mail address to look like one', () => {
    expect(alertInputProblem('a@b', { type: 'email', required: true })).toBe('Please enter a valid email!')
    expect(alertInputProblem('a@example.com', { type: 'email', required: true })).toBeNull()
  })

  it('says it in the words of whoever asks', () => {
    expect(alertInputProblem('', { type: 'text', required: true, requiredText: '請輸入驗證碼' })).toBe('請輸入驗證碼')
  })
})
