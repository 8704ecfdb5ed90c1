import { expect, it } from 'vitest'
import { RecentMap } from './recentMap.ts'

it('forgets what was not asked for the longest, when all of it weighs too much', () => {
  const map = new RecentMap<number>(10, (value) => value)
  map.set('a', 4)
  map.set('b', 4)
  expect(map.get('a')).toBe(4)
  map.set('c', 4)
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([4, undefined, 4])
  map.set('a', 1)
  map.set('d', 5)
  expect(['a', 'c', 'd'].map((key) => map.get(key))).toEqual([1, 4, 5])
})

it('keeps nothing that weighs more than all may', () => {
  const map = new RecentMap<number>(10, (value) => value)
  map.set('a', 11)
  expect(map.get('a')).toBeUndefined()
})
