import { describe, expect, it } from 'vitest'
import { isStrongPassword, newPasswordProblems, newPasswordTexts } from './newPassword.ts'

describe('a strong password', () => {
  it.each(['Kx9-mountain', 'correct Horse 7', '長密碼也可以aB3-----', 'ÄÖÜäöü٣٤٥٦'])('a strong password is %s', (password) => {
    expect(isStrongPassword(password)).toBe(true)
  })

  it.each([
    ['Kx9-abcd', 'shorter than 10'],
    [`Kx9-${'a'.repeat(61)}`, 'longer than 64'],
    ['onlysmallletters', 'of one kind'],
    ['onlysmall123', 'of two kinds'],
    ['only小字密碼也不夠', 'of letters without case and one kind'],
  ])('a strong password is not %s, which is %s', (password) => {
    expect(isStrongPassword(password)).toBe(false)
  })

  it('a strong password has its characters counted, not its code units', () => {
    expect(isStrongPassword(`aB3${'😀'.repeat(61)}`)).toBe(true)
    expect(isStrongPassword(`aB3${'😀'.repeat(62)}`)).toBe(false)
    expect(isStrongPassword(`aB${'😀'.repeat(7)}`)).toBe(false)
  })
})

describe('a form for a new password', () => {
  it('says of each field what is wrong with it', () => {
    expect(newPasswordProblems({ newPassword: '', confirmPassword: '' })).toEqual({
      newPassword: '新密碼 必填',
      confirmPassword: '確認新密碼 必填',
    })
    expect(newPasswordProblems({ newPassword: 'short', confirmPassword: 'other' })).toEqual({
      newPassword: newPasswordTexts.weak,
      confirmPassword: newPasswordTexts.different,
    })
    expect(newPasswordProblems({ newPassword: 'Right-Horse-9', confirmPassword: 'Right-Horse-9' })).toEqual({})
  })
})
