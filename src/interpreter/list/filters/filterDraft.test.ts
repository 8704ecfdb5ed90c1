import { describe, expect, it } from 'vitest'
import { defaultListQuery } from '../../../language/query/listQuery.ts'
import { filterOf, listOf } from '../../../language/testing/screenFactory.ts'
import { draftOf, missingFilters, submitFilters } from './filterDraft.ts'

const list = listOf({
  filters: [
    filterOf({ field: 'name' }),
    filterOf({ field: 'day', title: '日期', kind: 'date', op: 'between', required: true, maxDays: 92 }),
    filterOf({ field: 'amount', title: '金額', kind: 'number', op: 'eq' }),
  ],
})

describe('an exact unique number', () => {
  const identified = listOf({ filters: [...list.filters, filterOf({ field: 'no', op: 'eq', identifies: true })] })

  it('needs no range, and lets none that stands in the bar hide it', () => {
    const number = { field: 'no', op: 'eq', values: ['T1'] }
    const range = { dayFrom: ['2026-01-01'], dayTo: ['2026-01-07'] }
    expect(submitFilters({ no: ['T1'], ...range }, identified)).toEqual({ ok: true, filters: [number] })
    expect(submitFilters({ no: ['T1'] }, identified)).toEqual({ ok: true, filters: [number] })
    expect(submitFilters({ name: ['T1'] }, identified).ok).toBe(false)
    const query = { ...defaultListQuery(identified), filters: [{ field: 'no', op: 'eq' as const, values: ['T1'] }] }
    expect(missingFilters(query, identified)).toEqual([])
  })
})

describe('submitFilters', () => {
  it('reads conditions from the texts of the bar, trimmed and by kind', () => {
    const outcome = submitFilters({ name: [' 王 '], dayFrom: ['2026-01-01'], dayTo: ['2026-01-31'], amount: ['5'] }, list)
    expect(outcome).toEqual({
      ok: true,
      filters: [
        { field: 'name', op: 'contains', values: ['王'] },
        { field: 'day', op: 'between', values: ['2026-01-01', '2026-01-31'] },
        { field: 'amount', op: 'eq', values: [5] },
      ],
    })
  })

  it('asks for a required filter', () => {
    expect(submitFilters({}, list)).toEqual({ ok: false, problems: { day: '日期 必填' } })
  })

  it('refuses a range that ends before it begins, one that is too long, and a text that is no number', () => {
    const problemsOf = (draft: Record<string, string[]>) => submitFilters(draft, list)
    expect(problemsOf({ dayFrom: ['2026-02-01'], dayTo: ['2026-01-01'] })).toMatchObject({ problems: { day: '迄日不可早於起日。' } })
    expect(problemsOf({ dayFrom: ['2026-01-01'], dayTo: ['2026-04-03'] })).toMatchObject({ problems: { day: '查詢區間不可超過92天。' } })
    expect(problemsOf({ dayFrom: ['2026-01-01'], dayTo: ['2026-04-02'] })).toMatchObject({ ok: true })
    expect(problemsOf({ dayFrom: ['2026-01-01'] })).toMatchObject({ problems: { day: '查詢區間不可超過92天。' } })
    expect(problemsOf({ dayFrom: ['2026-01-01'], dayTo: ['2026-01-01'], amount: ['x'] })).toMatchObject({
      problems: { amount: '金額 格式錯誤' },
    })
  })
})

describe('draftOf', () => {
  it('fills the bar with what is on', () => {
    const filters = [{ field: 'day', op: 'between', values: ['2026-01-01', '2026-01-31'] }] as const
    expect(draftOf(filters, list)).toEqual({ dayFrom: ['2026-01-01'], dayTo: ['2026-01-31'] })
  })
})

describe('missingFilters', () => {
  it('names the required filters without a value', () => {
    expect(missingFilters(defaultListQuery(list), list).map((filter) => filter.field)).toEqual(['day'])
  })
})
