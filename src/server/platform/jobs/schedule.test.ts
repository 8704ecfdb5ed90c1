import { describe, expect, it } from 'vitest'
import { nextRunAfter } from './schedule.ts'

describe('nextRunAfter', () => {
  it('reads a daily time as Taipei time', () => {
    // 00:30 of the 2nd in Taipei.
    const now = new Date('2025-01-01T16:30:00Z')
    expect(nextRunAfter({ dailyAt: '02:00' }, now)?.toISOString()).toBe('2025-01-01T18:00:00.000Z')
    expect(nextRunAfter({ dailyAt: '00:30' }, now)?.toISOString()).toBe('2025-01-02T16:30:00.000Z')
  })

  it('adds minutes', () => {
    expect(nextRunAfter({ everyMinutes: 5 }, new Date('2025-01-01T00:00:00Z'))?.toISOString()).toBe('2025-01-01T00:05:00.000Z')
  })

  it('nextRunAfter does not repeat a job without a schedule', () => {
    expect(nextRunAfter({}, new Date())).toBeNull()
  })

  it('refuses a time that does not exist', () => {
    expect(() => nextRunAfter({ dailyAt: '24:00' }, new Date())).toThrow(RangeError)
  })
})
