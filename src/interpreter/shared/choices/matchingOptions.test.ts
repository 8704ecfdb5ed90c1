import { describe, expect, it } from 'vitest'
import { matchingOptions } from './matchingOptions.ts'

const options = [
  { key: 'C000101', value: 'C000101 晶采百貨' },
  { key: 'C000102', value: 'C000102 Fresh 晶采超市' },
]
const found = (search: string) => matchingOptions(options, search).map(({ key }) => key)

describe('matchingOptions', () => {
  it('finds by number and by name, in any case', () => {
    expect([found('101'), found('超市'), found('fresh'), found('好食')]).toEqual([['C000101'], ['C000102'], ['C000102'], []])
  })

  it('wants all words, in any order', () => {
    expect([found('超市 晶采'), found('  '), found('百貨 102')]).toEqual([['C000102'], ['C000101', 'C000102'], []])
  })
})
