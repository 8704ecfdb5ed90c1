import { expect, it } from 'vitest'
import { displayWidth, textTable } from './textTable.ts'

it('counts Chinese and full-width signs as two cells', () => {
  expect(displayWidth('abc')).toBe(3)
  expect(displayWidth('點數abc')).toBe(7)
  expect(displayWidth('（－）')).toBe(6)
})

it('puts columns below each other in a terminal', () => {
  const lines = textTable(['欄位', '標題', 'x'], [['shopNo', '代號', '●']])
  expect(lines).toEqual(['欄位    標題  x', 'shopNo  代號  ●'])
})
