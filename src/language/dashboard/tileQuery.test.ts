import { describe, expect, it } from 'vitest'
import type { Predicate } from '../documents/predicate.ts'
import { check, shopsScreen } from '../testing/documents.ts'
import { splitFilter, tileAddress, tileQuery } from './tileQuery.ts'

const filters = ['shopNo', 'kind', 'openDate', 'points', 'isOpen']
const { catalog } = check({ 'screens/_demo/shops.json': { ...shopsScreen, list: { ...shopsScreen.list, filters } } })
const screen = catalog.screens.get('/_demo/shops')
if (!screen) throw new Error('the screen is broken')
const { list } = screen
const today = '2026-03-01'
const split = (filter: Predicate) => splitFilter(filter, list.filters, today)

describe('splitFilter', () => {
  it.each([
    [{ 'row.kind': { eq: '1' } }, { field: 'kind', op: 'eq', values: ['1'] }],
    [{ 'row.kind': { in: ['1', '2'] } }, { field: 'kind', op: 'in', values: ['1', '2'] }],
    [{ 'row.isOpen': { eq: true } }, { field: 'isOpen', op: 'eq', values: [true] }],
    [{ 'row.openDate': { gte: '2026-01-01' } }, { field: 'openDate', op: 'between', values: ['2026-01-01', null] }],
    [{ 'row.openDate': { lt: { path: 'now.date' } } }, { field: 'openDate', op: 'between', values: [null, '2026-02-28'] }],
    [{ 'row.openDate': { gt: { path: 'now.date' } } }, { field: 'openDate', op: 'between', values: ['2026-03-02', null] }],
    [{ 'row.openDate': { eq: { path: 'now.date' } } }, { field: 'openDate', op: 'between', values: [today, today] }],
  ])('%j is a filter of the list', (filter, expected) =>
    expect(split(filter as unknown as Predicate)).toEqual({ filters: [expected], rest: undefined }),
  )

  it.each([
    { 'row.shopName': { eq: '甲' } },
    { 'row.kind': { empty: true } },
    { 'row.kind': { eq: { path: 'user.companyNo' } } },
    { 'row.points': { gt: 5 } },
    { $any: [{ 'row.kind': { eq: '1' } }, { 'row.isOpen': { eq: true } }] },
  ])('%j stays a condition', (filter) => {
    const { filters: found, rest } = split(filter as unknown as Predicate)
    expect([found, rest]).toEqual([[], filter])
  })
})

describe('the address of a tile', () => {
  const source = { title: '門市', entity: 'shop', screens: ['/_demo/shops'], fields: [], view: null }
  const days = { from: '2026-02-01', to: '2026-02-28' }

  it('the address of a tile has the condition and the period', () => {
    const dated = { ...source, filter: { 'row.kind': { eq: '1' } } as Predicate, date: { field: 'openDate', kind: 'date' as const } }
    const address = tileAddress('/_demo/shops', tileQuery(dated, list, days, today), list)
    expect(address).toBe('/_demo/shops?kind=1&openDateFrom=2026-02-01&openDateTo=2026-02-28')
  })

  it('the address of a tile is that of the whole list without them', () =>
    expect(tileAddress('/_demo/shops', tileQuery(source, list, null, today), list)).toBe('/_demo/shops'))

  it('the address of a tile lifts the defaults of the list, which would show fewer records than were counted', () => {
    const withDefaults = { ...list, filters: list.filters.map((one) => (one.field === 'kind' ? { ...one, default: '1' } : one)) }
    expect(tileAddress('/_demo/shops', tileQuery(source, withDefaults, null, today), withDefaults)).toBe('/_demo/shops?kind=')
    const chosen = { ...source, filter: { 'row.kind': { eq: '2' } } as Predicate }
    expect(tileAddress('/_demo/shops', tileQuery(chosen, withDefaults, null, today), withDefaults)).toBe('/_demo/shops?kind=2')
  })
})
