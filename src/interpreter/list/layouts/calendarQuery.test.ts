import { describe, expect, it } from 'vitest'
import { defaultListQuery, formatListConditions, parseListQuery } from '../../../language/query/listQuery.ts'
import type { Alternative } from '../../../language/query/listQueryFilters.ts'
import { filterOf, listOf } from '../../../language/testing/screenFactory.ts'
import { queryOfDays } from './calendarQuery.ts'

const list = listOf({
  filters: [
    filterOf({ field: 'startAt', kind: 'dateTime', op: 'between' }),
    filterOf({ field: 'endAt', kind: 'dateTime', op: 'between' }),
    filterOf({ field: 'status', kind: 'option', op: 'eq', ops: ['eq', 'in'] }),
  ],
})
const plain = defaultListQuery(list)
const dated = { from: 'startAt', to: 'endAt' }
const ofNovember = (alternatives: readonly Alternative[], given = dated) =>
  queryOfDays({ ...plain, alternatives }, given, '2026-11-01', '2026-12-05')

describe('the query of some days', () => {
  it('finds what begins in them, and what began before and goes on; the server understands it', () => {
    const query = ofNovember([])
    const text = query && formatListConditions(query, list)
    expect(text?.getAll('any')).toEqual(['startAtFrom=2026-11-01&startAtTo=2026-12-05', 'startAt.lt=2026-11-01&endAt.gte=2026-11-01'])
    const read = parseListQuery(text ?? new URLSearchParams(), list)
    expect([read.problems, read.query.alternatives]).toEqual([[], query?.alternatives])
  })

  it('asks for one group where records have no end', () => {
    expect(ofNovember([], { from: 'startAt' } as typeof dated)?.alternatives).toEqual([
      [{ field: 'startAt', op: 'between', values: ['2026-11-01', '2026-12-05'] }],
    ])
  })

  it('keeps the groups of the user, each with the days; the stricter end of two holds', () => {
    const query = ofNovember([
      [{ field: 'startAt', op: 'between', values: ['2026-11-10', null] }],
      [{ field: 'status', op: 'eq', values: ['1'] }],
    ])
    expect(query?.alternatives).toEqual([
      [{ field: 'startAt', op: 'between', values: ['2026-11-10', '2026-12-05'] }],
      [
        { field: 'startAt', op: 'between', values: ['2026-11-10', null] },
        { field: 'startAt', op: 'lt', values: ['2026-11-01'] },
        { field: 'endAt', op: 'gte', values: ['2026-11-01'] },
      ],
      [
        { field: 'status', op: 'eq', values: ['1'] },
        { field: 'startAt', op: 'between', values: ['2026-11-01', '2026-12-05'] },
      ],
      [
        { field: 'status', op: 'eq', values: ['1'] },
        { field: 'startAt', op: 'lt', values: ['2026-11-01'] },
        { field: 'endAt', op: 'gte', values: ['2026-11-01'] },
      ],
    ])
  })

  it('says so when there are more groups than can be asked for', () => {
    const group: Alternative = [{ field: 'status', op: 'eq', values: ['1'] }]
    expect(ofNovember([group, group, group])).toBeNull()
  })
})
