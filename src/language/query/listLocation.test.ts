import { describe, expect, it } from 'vitest'
import { filterOf, listOf } from '../testing/screenFactory.ts'
import { readListLocation, readViewQuery, writeListLocation, writeViewQuery } from './listLocation.ts'

const today = '2026-03-10'
const dateFilter = filterOf({ field: 'createdAt', kind: 'dateTime', op: 'between', default: { lastDays: 7 } })
const list = listOf({
  filters: [filterOf({ field: 'name' }), dateFilter, filterOf({ field: 'status', kind: 'option', op: 'eq', default: '1' })],
  searchTitles: ['名稱'],
  views: [{ name: 'open', title: '未結', filter: {} }],
})

function read(address: string) {
  return readListLocation(new URLSearchParams(address), list, today)
}

describe('readListLocation', () => {
  it('applies defaults while the address says nothing about their filters, the last 7 days with today', () => {
    expect(read('').query.filters).toEqual([
      { field: 'createdAt', op: 'between', values: ['2026-03-04', today] },
      { field: 'status', op: 'eq', values: ['1'] },
    ])
  })

  it('readListLocation keeps a default away when the address names its filter, even with nothing', () => {
    expect(read('status=&createdAtTo=2026-01-31').query.filters).toEqual([
      { field: 'createdAt', op: 'between', values: [null, '2026-01-31'] },
    ])
  })

  it('readListLocation keeps the default of a required range away beside an exact unique number, and brings it back without', () => {
    const range = filterOf({ field: 'at', kind: 'dateTime', op: 'between', required: true, default: { lastDays: 7 } })
    const known = listOf({ filters: [filterOf({ field: 'no', op: 'eq', identifies: true }), range] })
    const { query } = readListLocation(new URLSearchParams('no=T1'), known, today)
    expect(query.filters).toEqual([{ field: 'no', op: 'eq', values: ['T1'] }])
    expect(writeListLocation(query, known).toString()).toBe('no=T1')
    expect(readListLocation(writeListLocation({ ...query, filters: [] }, known), known, today).query.filters).toHaveLength(1)
    expect(readListLocation(new URLSearchParams(), known, today).query.filters).toHaveLength(1)
  })

  it('reports what it does not know instead of passing over it', () => {
    const { problems } = read('constructor=1&sort=__proto__.asc')
    expect(problems.map((problem) => problem.name)).toEqual(['sort', 'constructor'])
  })
})

describe('writeListLocation', () => {
  it('gives the same list when it is read again', () => {
    const { query } = read('name=王&status=2&createdAtFrom=2026-01-01&pageIndex=3&pageSize=10&search=abc&sort=points.desc&view=open')
    const again = readListLocation(writeListLocation(query, list), list, '2030-01-01')
    expect(again).toEqual({ query, problems: [], saved: null })
  })

  it('remembers that a default was taken away', () => {
    const { query } = read('')
    const params = writeListLocation({ ...query, filters: [] }, list)
    expect(readListLocation(params, list, today).query.filters).toEqual([])
  })
})

describe('the query of a view', () => {
  it('the query of a view leaves out what the document filters by anyway, so that 最近七天 moves on', () => {
    const text = writeViewQuery(read('name=王&pageIndex=2&pageSize=10').query, list, today)
    expect(text).toBe(new URLSearchParams({ name: '王' }).toString())
    const later = readListLocation(readViewQuery(text, list), list, '2026-05-01').query
    expect(later.filters).toContainEqual({ field: 'createdAt', op: 'between', values: ['2026-04-25', '2026-05-01'] })
  })

  it('remembers that a default was taken away, and drops what the document does not know any more', () => {
    const text = writeViewQuery(read('status=&createdAtFrom=2026-01-01&view=open').query, list, today)
    expect(readViewQuery(`${text}&gone=1&sort=gone.asc`, list).toString()).toBe(readViewQuery(text, list).toString())
    const { query, problems } = readListLocation(readViewQuery(`${text}&gone=1`, list), list, today)
    expect([query.filters, query.view, problems]).toEqual([
      [{ field: 'createdAt', op: 'between', values: ['2026-01-01', null] }],
      'open',
      [],
    ])
  })
})
