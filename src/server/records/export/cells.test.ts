import { describe, expect, it } from 'vitest'
import { cellOf } from './cells.ts'

describe('cellOf', () => {
  it('writes the day of a time in a column of days, as it is in Taipei', () => {
    expect(cellOf('2026-12-09T16:00:00.000Z', 'date')).toBe('2026-12-10')
    expect(cellOf('2026-12-09T15:59:59.999Z', 'date')).toBe('2026-12-09')
    expect(cellOf('2026-12-09', 'date')).toBe('2026-12-09')
    expect(cellOf('每月底', 'date')).toBe('每月底')
    expect(cellOf(null, 'date')).toBeNull()
  })
})
