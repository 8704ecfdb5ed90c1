import { describe, expect, it } from 'vitest'
import type { ResolvedFilter } from '../../../language/resolved.ts'
import { foldFilters } from './foldFilters.ts'

const filter = (field: string, more: Partial<ResolvedFilter> = {}): ResolvedFilter => ({
  field,
  title: field,
  op: 'contains',
  ops: ['contains'],
  kind: 'text',
  required: false,
  ...more,
})
const names = (filters: readonly ResolvedFilter[]) => filters.map(({ field }) => field).join('')

describe('foldFilters', () => {
  it('leaves few filters together', () => {
    const { first, rest } = foldFilters([...'abcd'].map((field) => filter(field)).concat(filter('e', { op: 'between', kind: 'date' })))
    expect([names(first), rest.length]).toEqual(['abcde', 0])
  })

  it('keeps the order and counts a range twice', () => {
    const { first, rest } = foldFilters([filter('a', { op: 'between', kind: 'date' }), ...[...'bcdefg'].map((field) => filter(field))])
    expect([names(first), names(rest)]).toEqual(['abc', 'defg'])
  })

  it('never hides a required filter', () => {
    const { first, rest } = foldFilters([...[...'abcdef'].map((field) => filter(field)), filter('g', { required: true })])
    expect([names(first), names(rest)]).toEqual(['abcdg', 'ef'])
  })
})
