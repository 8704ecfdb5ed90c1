import { describe, expect, it } from 'vitest'
import { isTaxNumber } from '../../rules/taxNumber.ts'
import { addressProblems } from '../domain/geography/geography.ts'
import { demoCompanies } from './companies.ts'
import { createAddress, createContacts, taxNumbers } from './people.ts'
import { createRandom } from './random.ts'

describe('random', () => {
  it('gives the same numbers for the same seed and others for another', () => {
    const draw = (seed: number) => Array.from({ length: 5 }, createRandom(seed).next)
    expect(draw(20250101)).toEqual(draw(20250101))
    expect(draw(20250101)).not.toEqual(draw(20250102))
  })

  it('random stays within both ends', () => {
    const random = createRandom(7)
    const numbers = Array.from({ length: 500 }, () => random.integer(3, 5))
    expect(new Set(numbers)).toEqual(new Set([3, 4, 5]))
  })
})

describe('tax IDs of the demo data', () => {
  const all = [...taxNumbers(1)]

  it('begin with 000, pass the rule and are never 00000000', () => {
    expect(all.every((number) => number.startsWith('000') && isTaxNumber(number))).toBe(true)
    expect(all).not.toContain('00000000')
    expect(new Set(all).size).toBe(all.length)
  })

  it('tax IDs of the demo data are about 22,000, some with 7 as their 7th digit', () => {
    expect(all.length).toBeGreaterThan(21_000)
    expect(all.length).toBeLessThan(23_000)
    expect(all.some((number) => number[6] === '7')).toBe(true)
  })
})

describe('people of the demo data', () => {
  it('live at addresses that pass the rule', () => {
    const random = createRandom(1)
    for (let index = 0; index < 100; index += 1) expect(addressProblems(createAddress(random))).toEqual({})
  })

  it('people of the demo data have numbers and e-mails of their own', () => {
    const contacts = createContacts(createRandom(1))
    expect([contacts.mobile(), contacts.mobile()]).toEqual(['0900000000', '0900000001'])
    expect([contacts.email(), contacts.email()]).toEqual(['user1@example.com', 'user2@example.com'])
  })
})

describe('companies of the demo data', () => {
  it('companies of the demo data are 12 with 40 outlets, one payer, one prepaid and every state', () => {
    expect(demoCompanies).toHaveLength(12)
    expect(demoCompanies.reduce((sum, company) => sum + company.stores, 0)).toBe(40)
    expect(demoCompanies.filter((company) => company.kind === 'payer').map((company) => company.companyNo)).toEqual(['C000900'])
    expect(demoCompanies.filter((company) => company.kind === 'prepaid')).toHaveLength(1)
    expect(new Set(demoCompanies.map((company) => company.fate)).size).toBe(6)
  })
})
