import { expect, it } from 'vitest'
import { cutToWidth } from './cutToWidth.ts'

const tenEach = (text: string) => [...text].length * 10

it('leaves a name that fits, and ends a longer one with an ellipsis', () => {
  expect(cutToWidth('旅遊折扣券', 50, tenEach)).toBe('旅遊折扣券')
  expect(cutToWidth('大稻旅行社旅遊折扣券', 60, tenEach)).toBe('大稻旅行社…')
  expect(tenEach(cutToWidth('大稻旅行社旅遊折扣券', 60, tenEach))).toBeLessThanOrEqual(60)
})

it('keeps at least one letter, however narrow the place', () => {
  expect(cutToWidth('米卡書店', 1, tenEach)).toBe('米…')
})
