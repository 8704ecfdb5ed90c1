import { describe, expect, it } from 'vitest'
import { type ApprovedChange, valuesOn } from './termsOn.ts'

const change = (effectiveDate: string, field: string, before: string | null, value: unknown): ApprovedChange => ({
  effectiveDate,
  changes: [{ field, before, value }],
})

describe('the price of a company on a day', () => {
  const current = { apUnitPrice: 1.05, settlementMode: '1' }

  it('the price of a company on a day is the row without changes', () => {
    expect(valuesOn(current, [], '2025-01-15')).toEqual(current)
  })

  it('the price of a company on a day is the new one from its day on, before the job has written it', () => {
    const approved = [change('2025-02-01', 'apUnitPrice', '1.05', 0.98)]
    expect(valuesOn(current, approved, '2025-01-31').apUnitPrice).toBe(1.05)
    expect(valuesOn(current, approved, '2025-02-01').apUnitPrice).toBe(0.98)
  })

  it('the price of a company on a day is the old one for business of the days before, after the job has written it', () => {
    const written = { ...current, apUnitPrice: 0.9 }
    const approved = [change('2025-02-01', 'apUnitPrice', '1.05', 0.98), change('2025-06-01', 'apUnitPrice', '0.98', 0.9)]
    expect(valuesOn(written, approved, '2025-01-31').apUnitPrice).toBe(1.05)
    expect(valuesOn(written, approved, '2025-05-31').apUnitPrice).toBe(0.98)
    expect(valuesOn(written, approved, '2025-06-01').apUnitPrice).toBe(0.9)
  })

  it('keeps texts and booleans as they are, and leaves other fields alone', () => {
    const approved = [change('2025-02-01', 'settlementMode', '1', '2'), change('2025-02-01', 'bankAccount', '***', '1')]
    expect(valuesOn({ ...current, settlementMode: '2' }, approved, '2025-01-31')).toEqual({ apUnitPrice: 1.05, settlementMode: '1' })
    expect(valuesOn({ bankStream: true }, [change('2025-02-01', 'bankStream', 'false', true)], '2025-01-31')).toEqual({ bankStream: false })
  })
})
