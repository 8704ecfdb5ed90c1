import { describe, expect, it } from 'vitest'
import { fillPath } from './callPath.ts'

describe('a path filled from a record', () => {
  it('carries every value in one piece', () => {
    expect(fillPath('/api/demo/shops/{shopNo}/ring', { shopNo: 'a/b?c' })).toBe('/api/demo/shops/a%2Fb%3Fc/ring')
    expect(() => fillPath('/api/demo/shops/{shopNo}', {})).toThrow(RangeError)
  })

  // A browser would treat these as steps in the path, encoded or not, and call another path than the document says.
  it.each(['..', '.', ''])('leads nowhere else by a value of dots or nothing (%j)', (value) =>
    expect(() => fillPath('/api/demo/shops/{one}/{two}', { one: value, two: 'x' })).toThrow(RangeError),
  )
})
