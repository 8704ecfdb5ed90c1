import { describe, expect, it } from 'vitest'
import { resolveList } from '../resolve/list.ts'
import { shopEntity, shopsScreen } from '../testing/documents.ts'
import { defaultListQuery, formatListConditions, formatListQuery, type ListQuery, parseListQuery } from './listQuery.ts'

const filters = [
  'shopName',
  'kind',
  'openDate',
  'points',
  'isOpen',
  { field: 'area', op: 'between' as const },
  { field: 'cityCode', op: 'in' as const },
]
const places = { resource: 'demo.shops', choices: '/api/demo/shops/choices/{field}' }
const list = resolveList({ list: { ...shopsScreen.list, filters } }, shopEntity, places)

const parse = (text: string) => parseListQuery(new URLSearchParams(text), list)

const queries: Record<string, Partial<ListQuery>> = {
  'kind=1': { filters: [{ field: 'kind', op: 'eq', values: ['1'] }] },
  'kind=1&kind=2': { filters: [{ field: 'kind', op: 'in', values: ['1', '2'] }] },
  'kind.in=1': { filters: [{ field: 'kind', op: 'in', values: ['1'] }] },
  'cityCode=63000': { filters: [{ field: 'cityCode', op: 'in', values: ['63000'] }] },
  'shopName=%E5%BA%97': { filters: [{ field: 'shopName', op: 'contains', values: ['店'] }] },
  'points=5': { filters: [{ field: 'points', op: 'eq', values: [5] }] },
  'openDateFrom=2026-01-01': { filters: [{ field: 'openDate', op: 'between', values: ['2026-01-01', null] }] },
  'openDateTo=2026-01-31': { filters: [{ field: 'openDate', op: 'between', values: [null, '2026-01-31'] }] },
  'areaFrom=1.5&areaTo=2': { filters: [{ field: 'area', op: 'between', values: [1.5, 2] }] },
  'isOpen=false': { filters: [{ field: 'isOpen', op: 'eq', values: [false] }] },
  'any=kind%3D1%26points.gte%3D5%26points.lt%3D9&any=isOpen%3Dfalse': {
    alternatives: [
      [
        { field: 'kind', op: 'eq', values: ['1'] },
        { field: 'points', op: 'gte', values: [5] },
        { field: 'points', op: 'lt', values: [9] },
      ],
      [{ field: 'isOpen', op: 'eq', values: [false] }],
    ],
  },
  'any=openDateFrom%3D2026-01-01': { alternatives: [[{ field: 'openDate', op: 'between', values: ['2026-01-01', null] }]] },
  'search=a+b': { search: 'a b' },
  'sort=shopName.desc%2Cpoints.asc': {
    sort: [
      { field: 'shopName', direction: 'desc' },
      { field: 'points', direction: 'asc' },
    ],
  },
  'view=open': { view: 'open' },
  'pageIndex=3&pageSize=50': { pageIndex: 3, pageSize: 50 },
  '': {},
}

describe('a query in the address', () => {
  it.each(Object.entries(queries))('%s is read', (text, expected) =>
    expect(parse(text)).toEqual({ query: { ...defaultListQuery(list), ...expected }, problems: [] }),
  )

  it.each(Object.entries(queries))('%s is written as it was', (text) => {
    const written = formatListQuery(parse(text).query, list).toString()
    expect(written).toBe(text)
  })

  it('a query in the address leaves the page to the path where that has it', () =>
    expect(formatListConditions(parse('kind=1&pageIndex=3').query, list).toString()).toBe('kind=1'))

  it('a query in the address takes the values of a JSON body too', () =>
    expect(parseListQuery({ kind: ['1', '2'], isOpen: true, pageIndex: 1, shopName: null, cityCode: [] }, list)).toEqual({
      query: {
        ...defaultListQuery(list),
        pageIndex: 1,
        filters: [
          { field: 'kind', op: 'in', values: ['1', '2'] },
          { field: 'isOpen', op: 'eq', values: [true] },
        ],
      },
      problems: [],
    }))

  it('a query in the address takes an empty value for no restriction', () =>
    expect(parse('kind=&shopName=++&openDateFrom=')).toEqual({ query: defaultListQuery(list), problems: [] }))
})

describe('a query that is refused', () => {
  it.each([
    ['knd=1', 'knd'],
    ['kind.contains=1', 'kind.contains'],
    ['kind.ne=1', 'kind.ne'],
    ['shopName.eq=a', 'shopName.eq'],
    ['shopName.in=a', 'shopName.in'],
    ['points.gte=-5', 'points.gte'],
    ['pointsFrom=1', 'pointsFrom'],
    ['kindFrom=1', 'kindFrom'],
    ['openDate=2026-01-01', 'openDate'],
    ['openDateFrom=2026-02-30', 'openDateFrom'],
    ['points=five', 'points'],
    ['points=1e5', 'points'],
    ['isOpen=1', 'isOpen'],
    ['shopName=a&shopName=b', 'shopName'],
    ['sort=logo.asc', 'sort'],
    ['sort=shopName.up', 'sort'],
    ['sort=constructor', 'sort'],
    ['view=closed', 'view'],
    ['pageSize=501', 'pageSize'],
    ['pageSize=0', 'pageSize'],
    ['pageIndex=-1', 'pageIndex'],
    ['pageIndex=1&pageIndex=2', 'pageIndex'],
    ['__proto__=1', '__proto__'],
    [`search=${'a'.repeat(101)}`, 'search'],
  ])('%s is refused by the name of its part: %s', (text, name) => {
    const { problems } = parse(text)
    expect(problems.map((problem) => problem.name)).toEqual([name])
  })

  it('refuses several values where the document takes one', () => {
    const filters = [{ field: 'kind', single: true }]
    const single = resolveList({ list: { ...shopsScreen.list, filters } }, shopEntity, places)
    const ask = (text: string) => parseListQuery(new URLSearchParams(text), single)
    expect(ask('kind=1').problems).toEqual([])
    for (const text of ['kind=1&kind=2', 'kind.in=1']) expect(ask(text).problems.map(({ name }) => name)).toEqual([text.split('=')[0]])
  })

  it('refuses a search where the list offers none', () => {
    const silent = resolveList({ list: { ...shopsScreen.list, search: false } }, shopEntity, places)
    expect(parseListQuery({ search: 'a' }, silent).problems).toHaveLength(1)
  })
})

describe('alternatives in the address', () => {
  const parsed = (...groups: string[]) => {
    const { query, problems } = parseListQuery(new URLSearchParams(groups.map((group) => ['any', group])), list)
    return { alternatives: query.alternatives, problems: problems.map(({ text }) => text) }
  }

  it.each([
    ['color=red', '進階條件：未知的查詢參數「color」'],
    ['any=kind%3D1', '進階條件：未知的查詢參數「any」'],
    ['pageSize=1', '進階條件：未知的查詢參數「pageSize」'],
    ['points.gte=many', '進階條件：點數 格式錯誤'],
    ['shopName.gte=a', '進階條件：未知的查詢參數「shopName.gte」'],
    ['shopName=a&shopName=b', '進階條件：查詢參數「shopName」的值過多'],
  ])('alternatives in the address with %s are left out as a whole, and told', (group, text) => {
    expect(parsed(group, 'kind=1')).toEqual({ alternatives: [], problems: [text] })
  })

  it('alternatives in the address are at most five groups of ten', () => {
    expect(parsed(...Array<string>(6).fill('kind=1')).problems).toEqual(['進階條件最多 5 組'])
    const many = ['ne', 'lt', 'lte', 'gt', 'gte', 'in'].flatMap((op) => [`points.${op}=1`, `area.${op}=1`])
    expect(parsed(many.join('&')).problems).toEqual(['進階條件每組最多 10 項'])
  })

  it('alternatives in the address never ask for a masked field, nor for a choice that says how the list is computed', () => {
    const lookup = { permission: 'demo.shops.find', mask: 'mobile' as const }
    const secret = {
      ...list,
      filters: list.filters.map((one) => (one.field === 'shopName' ? { ...one, op: 'eq' as const, ops: ['eq' as const], lookup } : one)),
    }
    const single = { ...list, filters: list.filters.map((one) => (one.field === 'kind' ? { ...one, ops: ['eq' as const] } : one)) }
    const asked = (from: typeof list, group: string) => parseListQuery({ any: [group] }, from)
    expect(asked(secret, 'shopName.eq=x').problems).toHaveLength(1)
    expect(asked(secret, 'shopName.ne=x').query.alternatives).toEqual([])
    expect(asked(single, 'kind=1').problems).toHaveLength(1)
    expect(asked(list, 'kind=1').problems).toEqual([])
  })
})
