// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderWidget, testField } from '../testing.tsx'
import { fromTaipeiInput, toTaipeiInput } from './taipeiInput.ts'

afterEach(cleanup)

describe('date widgets', () => {
  it('keeps a date as it is', () => {
    const { values } = renderWidget({ field: testField('date', { property: { type: 'string', format: 'date' } }) })
    fireEvent.change(screen.getByLabelText('範例'), { target: { value: '2026-02-28' } })
    expect(values).toEqual(['2026-02-28'])
  })

  it('shows a moment in Taipei time and keeps it in UTC', () => {
    const field = testField('dateTime', { property: { type: 'string', format: 'date-time' } })
    const { values } = renderWidget({ field, initial: '2025-12-31T16:30:00Z' })
    const input = screen.getByLabelText<HTMLInputElement>('範例')
    expect(input.value).toBe('2026-01-01T00:30')
    fireEvent.change(input, { target: { value: '2026-01-01T08:00' } })
    expect(values).toEqual(['2026-01-01T00:00:00.000Z'])
  })

  it('keeps a month as yyyyMM', () => {
    const { values } = renderWidget({ field: testField('month', { property: { type: 'string', format: 'month' } }), initial: '202512' })
    const input = screen.getByLabelText<HTMLInputElement>('範例')
    expect(input.value).toBe('2025-12')
    fireEvent.change(input, { target: { value: '2026-01' } })
    expect(values).toEqual(['202601'])
  })
})

describe('taipeiInput', () => {
  it('taipeiInput goes to Taipei time and back', () => {
    expect(toTaipeiInput(fromTaipeiInput('2024-02-29T23:59'))).toBe('2024-02-29T23:59')
    expect(fromTaipeiInput('')).toBeUndefined()
    expect(toTaipeiInput('not a time')).toBe('')
  })
})
