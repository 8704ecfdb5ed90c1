import { describe, expect, it } from 'vitest'
import { multipleProblems } from './pointExchange.ts'

describe('a conversion', () => {
  const into = { direction: '1', partnerPoints: 1000, platformPoints: 250, minPoints: 2000, stepPoints: 1000 } as const

  it('a conversion is entered with multiples of the source side of its ratio', () => {
    expect(multipleProblems(into)).toEqual({})
    expect(multipleProblems({ ...into, minPoints: 1500, stepPoints: 300 })).toEqual({
      minPoints: '最低點數 須為 1000 的倍數',
      stepPoints: '單位 須為 1000 的倍數',
    })
    expect(multipleProblems({ ...into, direction: '2', minPoints: 250, stepPoints: 750 })).toEqual({})
  })
})
