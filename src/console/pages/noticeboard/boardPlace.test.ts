import { describe, expect, it } from 'vitest'
import { filtersOf, isBackwards, readPlace, writePlace } from './boardPlace.ts'

const read = (query: string) => readPlace(new URLSearchParams(query))

describe('the place of the notice board', () => {
  it('the place of the notice board comes back from its own address', () => {
    const place = { category: '4', title: '維護 & 停機', startAtFrom: '2025-01-01', startAtTo: '2025-01-31', pageIndex: 2 }
    expect(readPlace(new URLSearchParams(writePlace(place)))).toEqual(place)
    expect(filtersOf(place)).toEqual({ category: '4', title: '維護 & 停機', startAtFrom: '2025-01-01', startAtTo: '2025-01-31' })
  })

  it('the place of the notice board is the whole board where an address says what no page wrote', () => {
    const whole = { category: '', title: '', startAtFrom: '', startAtTo: '', pageIndex: 0 }
    expect(read('startAtFrom=yesterday&startAtTo=2025-1-1&pageIndex=-3')).toEqual(whole)
    expect(read(`title=${'長'.repeat(300)}`).title).toHaveLength(100)
    expect(writePlace(whole).toString()).toBe('')
    expect(writePlace(whole, new URLSearchParams('period=lastMonth&title=x')).toString()).toBe('period=lastMonth')
  })

  it('knows a range that ends before it begins', () => {
    expect(isBackwards(read('startAtFrom=2025-02-01&startAtTo=2025-01-31'))).toBe(true)
    expect(isBackwards(read('startAtFrom=2025-01-31&startAtTo=2025-01-31'))).toBe(false)
    expect(isBackwards(read('startAtFrom=2025-01-31'))).toBe(false)
  })
})
