import { describe, expect, it } from 'vitest'
import type { SortKey } from '../../../language/resolved.ts'
import { nextSort } from './nextSort.ts'

const own: readonly SortKey[] = [{ field: 'createdAt', direction: 'desc' }]

describe('nextSort', () => {
  it('nextSort goes from ascending over descending to none', () => {
    const first = nextSort(own, 'name', own, false)
    const second = nextSort(first, 'name', own, false)
    expect(first).toEqual([{ field: 'name', direction: 'asc' }])
    expect(second).toEqual([{ field: 'name', direction: 'desc' }])
    expect(nextSort(second, 'name', own, false)).toEqual([])
  })

  it('turns a column of the own order round, whichever way it points', () => {
    expect(nextSort(own, 'createdAt', own, false)).toEqual([{ field: 'createdAt', direction: 'asc' }])
  })

  it('adds a column when the others are kept, and takes only it away again', () => {
    const name: readonly SortKey[] = [{ field: 'name', direction: 'asc' }]
    const both = nextSort(name, 'points', own, true)
    expect(both).toEqual([...name, { field: 'points', direction: 'asc' }])
    const turned = nextSort(both, 'points', own, true)
    expect(nextSort(turned, 'points', own, true)).toEqual(name)
  })
})
