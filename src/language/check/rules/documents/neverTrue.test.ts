import { describe, expect, it } from 'vitest'
import type { Predicate } from '../../../documents/predicate.ts'
import { findings, shopEntity } from '../../../testing/documents.ts'
import { neverHolds } from '../../neverHolds.ts'

const never: readonly object[] = [
  { 'row.points': { gt: 5, lt: 5 } },
  { 'row.points': { between: [9, 3] } },
  { 'row.points': { eq: 1, in: [2, 3] } },
  { 'row.name': { empty: true, eq: 'x' } },
  { 'row.name': { empty: true }, $all: [{ 'row.name': { empty: false } }] },
  { $all: [{ 'row.kind': { eq: 'a' } }, { 'row.kind': { eq: 'b' } }] },
  { $any: [{ 'row.kind': { eq: 'z' } }, { 'row.points': { lt: 1, gt: 2 } }] },
  { 'row.kind': { nin: ['a', 'b'] } },
  { 'row.kind': { in: ['a'] }, $any: [{ 'row.kind': { eq: 'b' } }, { 'row.kind': { ne: 'a' } }] },
]
const perhaps: readonly object[] = [
  { 'row.points': { gte: 5, lte: 5 } },
  { 'row.points': { gt: { path: 'row.other' }, lt: 0 } },
  { 'row.kind': { ne: 'a' } },
  { $not: { 'row.kind': { eq: 'a' } } },
  { 'row.name': { empty: true } },
  { 'row.name': { contains: 'x', eq: 'xy' } },
  { 'row.tags': { has: 'a', empty: false } },
  { $any: [{ 'row.kind': { eq: 'z' } }, { 'row.kind': { eq: 'a' } }] },
]

describe('a condition', () => {
  const valuesOf = (path: string) => (path === 'row.kind' ? ['a', 'b'] : null)
  it.each(never.map((one) => [JSON.stringify(one), one]))('%s never holds', (_text, one) =>
    expect(neverHolds(one as Predicate, valuesOf)).toBe(true),
  )
  it.each(perhaps.map((one) => [JSON.stringify(one), one]))('%s may hold', (_text, one) =>
    expect(neverHolds(one as Predicate, valuesOf)).toBe(false),
  )

  it('a condition with too many alternatives is left alone', () => {
    const both = { $any: Array.from({ length: 20 }, () => ({ 'row.points': { gt: 5, lt: 5 } })) }
    expect(neverHolds({ $all: [both, both, both] } as unknown as Predicate, valuesOf)).toBe(false)
  })
})

it('a condition knows the range of a number, the kinds of users, and fields that nobody fills', () => {
  const guarded = (guard: object, more: object = {}) => {
    const properties = { ...shopEntity.properties, ...more }
    const approve = { ...shopEntity.transitions?.approve, guard }
    return findings({ entity: { properties, transitions: { ...shopEntity.transitions, approve } } })
  }
  const never = ['never-true /transitions/approve/guard']
  expect(guarded({ 'row.area': { lt: 0 } })).toEqual(never)
  expect(guarded({ 'row.area': { empty: true } })).toEqual([])
  expect(guarded({ 'row.seen': { eq: 'x' } }, { seen: { type: 'string', title: '看過', 'x-computed': true } })).toEqual(never)
  expect(guarded({ 'row.points': { gt: { path: 'row.points' } } })).toEqual(['never-true /transitions/approve/guard/row.points/gt'])
  expect(guarded({ 'user.permissions': { has: 'demo.shops.fly' } })[0]).toContain('impossible-permission /transitions/approve/guard')
  expect(guarded({ 'user.permissions': { has: 'approve' } })[0]).toContain('impossible-permission /transitions/approve/guard')
  expect(guarded({ 'user.permissions': { has: 'demo.shops.approve' } })).toEqual([])
})

it('a condition that never holds is refused as a guard of a step from other states, and wherever else it stands', () => {
  const guard = { 'row.status': { eq: '3' } }
  const reject = { ...shopEntity.transitions?.reject, guard }
  expect(findings({ entity: { transitions: { ...shopEntity.transitions, reject } } })).toEqual(['never-true /transitions/reject/guard'])
  expect(findings({ entity: { editable: { 'row.points': { gt: 9, lt: 3 } } } })).toEqual(['never-true /editable'])
  const visible = { 'form.isOpen': { nin: [true, false] } }
  expect(findings({ screen: { forms: { create: { fields: ['shopName', 'kind'], when: { kind: { visible } } } } } })).toContain(
    'never-true /forms/create/when/kind/visible',
  )
  expect(findings({ screen: { filter: { 'row.kind': { eq: '1', ne: '1' } } } })).toEqual(['never-true /filter'])
})

it('a condition compares dates with dates, and a way to a value is no text', () => {
  const guarded = (guard: object) => {
    const dates = { opensOn: { type: 'string', format: 'date', title: '開幕' }, month: { type: 'string', format: 'month', title: '月份' } }
    const approve = { ...shopEntity.transitions?.approve, guard }
    const entity = { properties: { ...shopEntity.properties, ...dates }, transitions: { ...shopEntity.transitions, approve } }
    return findings({ entity })
  }
  const wrong = (path: string) => [`wrong-value /transitions/approve/guard/${path}`]
  expect(guarded({ 'row.opensOn': { lt: 'today' } })).toEqual(wrong('row.opensOn/lt'))
  expect(guarded({ 'row.opensOn': { gt: '2026/1/1' } })).toEqual(wrong('row.opensOn/gt'))
  expect(guarded({ 'row.opensOn': { lt: 'now.date' } })).toEqual(wrong('row.opensOn/lt'))
  expect(guarded({ 'row.opensOn': { between: ['2026-01-01', '2026-02-31'] } })).toEqual(wrong('row.opensOn/between/1'))
  expect(guarded({ 'row.month': { eq: '2026-01' } })).toEqual(wrong('row.month/eq'))
  expect(guarded({ 'row.createdAt': { lt: 'now.time' } })).toEqual(wrong('row.createdAt/lt'))
  expect(guarded({ 'row.createdBy': { ne: 'user.userName' } })).toEqual(wrong('row.createdBy/ne'))
  expect(guarded({ 'row.opensOn': { lt: { path: 'now.date' } }, 'row.month': { eq: '202601' } })).toEqual([])
  expect(guarded({ 'row.opensOn': { contains: '2026-' }, 'row.createdAt': { gt: '2026-01-01' } })).toEqual([])
  expect(guarded({ 'row.createdBy': { ne: 'user.name' } })).toEqual([])
})
