import { describe, expect, it } from 'vitest'
import { findPasswordProblem, passwordTexts } from './passwordPolicy.ts'
import { createTemporaryPassword } from './temporaryPassword.ts'

const owner = { userName: 'ops01', companyName: '日日好超市' }

describe('findPasswordProblem', () => {
  it.each(['Kx9-mountain', 'correct Horse 7', '長密碼也可以aB3-----'])('accepts %s', (password) => {
    expect(findPasswordProblem(password, owner)).toBeUndefined()
  })

  it('refuses what is not strong', () => {
    expect(findPasswordProblem('Kx9-abcd', owner)).toBe(passwordTexts.weak)
  })

  it.each(['Password123!', 'P@ssw0rd2025', 'Welcome-2025', 'QwertyQwerty1', '!!2025-01-01A'])('refuses %s as too common', (password) => {
    expect(findPasswordProblem(password, owner)).toBe(passwordTexts.common)
  })

  it('refuses the account with decoration, and the company name', () => {
    expect(findPasswordProblem('Chen.Yijun1', { userName: 'chen.yijun1' })).toBe(passwordTexts.named)
    expect(findPasswordProblem('ChenYijun-2025', { userName: 'chen.yijun' })).toBe(passwordTexts.named)
    expect(findPasswordProblem('日日好超市-2025a', { userName: 'x123' })).toBeUndefined()
    expect(findPasswordProblem('Sunmart-20251', { userName: 'x123', companyName: 'SUNMART' })).toBe(passwordTexts.named)
  })

  it('accepts what the server itself makes', () => {
    for (let round = 0; round < 200; round += 1) expect(findPasswordProblem(createTemporaryPassword(), owner)).toBeUndefined()
  })
})
