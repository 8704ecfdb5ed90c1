import { describe, expect, it } from 'vitest'
import { columnOf, filterOf } from '../../language/testing/screenFactory.ts'
import { filtersOfGroup } from './drillDown.ts'

const on = [{ field: 'orderedAt', op: 'between' as const, values: ['2026-08-24', '2026-11-23'] }]
const declared = [
  filterOf({ field: 'orderedAt', op: 'between', ops: ['between'], kind: 'dateTime', maxDays: 92 }),
  filterOf({ field: 'corporateNo', op: 'eq', ops: ['eq', 'in'], kind: 'option' }),
  filterOf({ field: 'mobile', op: 'eq', ops: ['eq'], kind: 'text', lookup: { permission: 'a.b.unmask', mask: 'mobile' } }),
]
const ask = (field: string, value: unknown, by?: 'day' | 'month' | 'year') =>
  filtersOfGroup({ ...columnOf({ field }), ...(by && { by }) }, value, declared, on)

describe('the rows of a group', () => {
  it('the rows of a group are those of its value, beside the conditions that are on', () => {
    expect(ask('corporateNo', 'E000001')).toEqual([...on, { field: 'corporateNo', op: 'eq', values: ['E000001'] }])
  })

  it.each([
    ['a whole month', '202610', 'month', ['2026-10-01', '2026-10-31']],
    ['a month that begins before the range', '202608', 'month', ['2026-08-24', '2026-08-31']],
    ['a month that ends behind the range', '202611', 'month', ['2026-11-01', '2026-11-23']],
    ['a day', '2026-09-09', 'day', ['2026-09-09', '2026-09-09']],
    ['a year within the range', '2026', 'year', ['2026-08-24', '2026-11-23']],
  ] as const)('the rows of a group are those of %s', (_what, value, by, values) => {
    expect(ask('orderedAt', value, by)).toEqual([{ field: 'orderedAt', op: 'between', values }])
  })

  it.each([
    ['without a value', 'corporateNo', null],
    ['of a field without a filter', 'city', '臺北'],
    ['of a masked field', 'mobile', '0912****78'],
  ])('%s cannot be asked for', (_what, field, value) => {
    expect(ask(field, value)).toBeNull()
  })
})
