import { describe, expect, it } from 'vitest'
import { shrink } from './shrink.mjs'

const red = [255, 0, 0, 255]
const white = [255, 255, 255, 255]
const clear = [0, 0, 0, 0]

function picture(...rows: readonly (readonly (readonly number[])[])[]) {
  return { data: Uint8ClampedArray.from(rows.flat(2)), width: rows[0]?.length ?? 0, height: rows.length }
}

describe('a smaller copy', () => {
  it('keeps the proportions, and at least one row', () => {
    const row = Array.from({ length: 12 }, () => red)
    expect(shrink(picture(row, row, row, row), 6)).toMatchObject({ width: 6, height: 2 })
    expect(shrink(picture(row), 2)).toMatchObject({ width: 2, height: 1 })
  })

  it('a point is the mean of what it covers, also where that ends within a point', () => {
    expect([...shrink(picture([red, white], [white, red]), 1).data]).toEqual([255, 128, 128, 255])
    expect([...shrink(picture([red, white, white]), 2).data]).toEqual([255, 85, 85, 255, ...white])
  })

  it('shows nothing of the colour of points that are not seen', () => {
    expect([...shrink(picture([red, clear]), 1).data]).toEqual([255, 0, 0, 128])
    expect([...shrink(picture([clear, clear]), 1).data]).toEqual(clear)
  })

  it('a copy of the same size is the same', () => {
    const whole = picture([red, white, clear], [white, red, white])
    expect(shrink(whole, 3)).toEqual(whole)
  })
})
