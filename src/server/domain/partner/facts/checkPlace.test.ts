import { describe, expect, it } from 'vitest'
import { assertContract } from './checkPlace.ts'
import type { CompanyFacts } from './readFacts.ts'

const company = {
  contractStatus: '3',
  contractStartDate: '2026-01-01',
  contractEndDate: '2026-12-31',
  terminateDate: '2026-06-10',
} as CompanyFacts

describe('a contract whose end is planned', () => {
  it('serves to the day before, also when the nightly job has not come yet', () => {
    expect(() => assertContract(company, '2026-06-09')).not.toThrow()
    expect(() => assertContract(company, '2026-06-10')).toThrow('特約商合約未生效或已暫停')
    expect(() => assertContract({ ...company, terminateDate: null }, '2026-12-31')).not.toThrow()
  })
})
