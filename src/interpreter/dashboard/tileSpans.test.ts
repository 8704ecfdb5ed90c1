import { expect, it } from 'vitest'
import { withSpans } from './tileSpans.ts'

const number = (width: number) => ({ kind: 'number', width })
const chart = (width: number) => ({ kind: 'chart', width })

it('every row of tiles but the last is full, in the order of the document', () => {
  const wide = withSpans([number(4), number(4), chart(8), number(6), chart(8), number(3), chart(12), number(4)]).map(
    ({ span }) => span.wide,
  )
  expect(wide).toEqual([6, 6, 12, 12, 8, 4, 12, 4])
  expect(withSpans([number(3), number(3), chart(5), chart(12)]).map(({ span }) => span.wide)).toEqual([3, 3, 6, 12])
})

it('tiles that fill their rows keep the widths that they were given', () => {
  expect(withSpans([number(3), number(9), chart(8), chart(4)]).map(({ span }) => span.wide)).toEqual([3, 9, 8, 4])
})

it('a number without a neighbour has its row for itself on a narrow screen, unless nothing follows', () => {
  const tiles = [number(3), number(3), number(3), chart(6), number(3)]
  expect(withSpans(tiles).map(({ span }) => span.narrow)).toEqual([6, 6, 12, 12, 6])
})
