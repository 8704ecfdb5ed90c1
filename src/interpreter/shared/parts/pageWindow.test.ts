import { describe, expect, it } from 'vitest'
import { pageCountOf, pageWindow } from './pageWindow.ts'

describe('pageWindow', () => {
  it('shows first, last and the pages around the current one', () => {
    expect(pageWindow(10, 21)).toEqual([0, null, 8, 9, 10, 11, 12, null, 20])
  })

  it('shows all pages of a short list without gaps', () => {
    expect(pageWindow(1, 4)).toEqual([0, 1, 2, 3])
  })
})

describe('pageCountOf', () => {
  it('counts a started page and gives an empty list one page', () => {
    expect([pageCountOf(26, 25), pageCountOf(25, 25), pageCountOf(0, 25)]).toEqual([2, 1, 1])
  })
})
