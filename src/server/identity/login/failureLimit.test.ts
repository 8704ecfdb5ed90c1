import { describe, expect, it } from 'vitest'
import { createFailureLimit } from './failureLimit.ts'

const at = (second: number) => new Date(1_800_000_000_000 + second * 1000)

describe('createFailureLimit', () => {
  it('allows so many tries in the window and then says how long to wait', () => {
    const limit = createFailureLimit(2, 60_000)
    expect(limit.take('a', at(0))).toBe(0)
    expect(limit.take('a', at(10))).toBe(0)
    expect(limit.take('a', at(20))).toBe(40)
    expect(limit.take('b', at(20))).toBe(0)
  })

  it('lets the window slide', () => {
    const limit = createFailureLimit(1, 60_000)
    expect(limit.take('a', at(0))).toBe(0)
    expect(limit.take('a', at(59))).toBe(1)
    expect(limit.take('a', at(60))).toBe(0)
  })

  it('does not count what turned out good', () => {
    const limit = createFailureLimit(1, 60_000)
    for (let round = 0; round < 5; round += 1) {
      expect(limit.take('a', at(round))).toBe(0)
      limit.forgive('a')
    }
  })
})
