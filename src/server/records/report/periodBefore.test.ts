import { describe, expect, it } from 'vitest'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import { periodBefore, queryBefore } from './periodBefore.ts'

describe('the range before another', () => {
  it.each([
    ['a month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['a quarter', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['February of a leap year', '2028-02-01', '2028-02-29', '2028-01-01', '2028-01-31'],
    ['a year', '2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
    ['some days', '2026-03-05', '2026-03-11', '2026-02-26', '2026-03-04'],
    ['one day', '2026-01-01', '2026-01-01', '2025-12-31', '2025-12-31'],
    ['thirty days of a month of 31', '2026-03-01', '2026-03-30', '2026-01-30', '2026-02-28'],
  ])('the range before %s has its length', (_what, from, to, start, end) =>
    expect(periodBefore({ from, to })).toEqual({ from: start, to: end }),
  )
})

describe('the query of the range before', () => {
  const query: ListQuery = {
    ...{ pageIndex: 0, pageSize: 25, sort: [], alternatives: [], search: '', view: null },
    filters: [
      { field: 'channel', op: 'eq', values: ['1'] },
      { field: 'soldAt', op: 'between', values: ['2026-03-01', '2026-03-31'] },
    ],
  }

  it('the query of the range before differs by its days alone', () => {
    const before = queryBefore(query, 'soldAt')
    expect(before?.query.filters).toEqual([query.filters[0], { field: 'soldAt', op: 'between', values: ['2026-02-01', '2026-02-28'] }])
    expect(before?.query).toMatchObject({ pageIndex: 0, view: null })
  })

  it('an instant counts as its day in Taipei', () => {
    const at = {
      ...query,
      filters: [{ field: 'soldAt', op: 'between' as const, values: ['2026-02-28T16:00:00Z', '2026-03-31T15:59:59Z'] }],
    }
    expect(queryBefore(at, 'soldAt')?.period).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  })

  it.each([[[null, '2026-03-31']], [['2026-03-01', null]], [[]]])('a query without two ends has none: %j', (values) => {
    expect(queryBefore({ ...query, filters: [{ field: 'soldAt', op: 'between', values }] }, 'soldAt')).toBeNull()
  })
})
