import { expect, it } from 'vitest'
import { findings, shopEntity, shopsScreen } from '../../../testing/documents.ts'

const filter = (filter: unknown) => findings({ screen: { list: { ...shopsScreen.list, filters: [filter] } } })

it.each([
  ['shopNam', 'unknown-field /list/filters/0 shopName'],
  ['logo', 'cannot-filter /list/filters/0'],
  ['tiers', 'cannot-filter /list/filters/0'],
  [{ field: 'kind', op: 'contains' }, 'op-not-for-type /list/filters/0/op'],
  [{ field: 'shopName', op: 'between' }, 'op-not-for-type /list/filters/0/op'],
  [{ field: 'openDate', default: '2026-01-01' }, 'wrong-type /list/filters/0/default'],
  [{ field: 'points', default: 'many' }, 'wrong-type /list/filters/0/default'],
  [{ field: 'shopName', maxDays: 7 }, 'op-not-for-type /list/filters/0/maxDays'],
  [{ field: 'shopName', identifies: true }, 'op-not-for-type /list/filters/0/identifies'],
  [{ field: 'openDate', single: true }, 'no-effect /list/filters/0/single'],
  [{ field: 'kind', op: 'in', single: true }, 'no-effect /list/filters/0/single'],
  [{ field: 'shopName', op: 'eq', identifies: true }, 'no-effect /list/filters/0/identifies'],
])('refuses %j', (given, expected) => expect(filter(given)).toContain(expected))

it.each([
  { field: 'openDate', default: { lastDays: 7 }, maxDays: 92, required: true },
  { field: 'kind', op: 'in', default: ['1', '2'] },
  { field: 'isOpen', default: true },
  { field: 'kind', single: true },
  'tags',
])('accepts %j', (given) => expect(filter(given)).toEqual([]))

it('refuses a field whose name the query itself uses, and one that comes twice', () => {
  const properties = { ...shopEntity.properties, view: { type: 'string', title: '檢視' } }
  const list = { ...shopsScreen.list, filters: ['view', 'kind', 'kind'] }
  expect(findings({ entity: { properties }, screen: { list } })).toEqual([
    'reserved-name /list/filters/0',
    'duplicate-name /list/filters/2',
  ])
})

it('refuses a notice of a list that needs a condition before it shows anything', () => {
  const views = { open: { title: '開放', filter: { 'row.isOpen': { eq: true } }, notice: '{count} 家門市開放' } }
  const list = { ...shopsScreen.list, views }
  expect(findings({ screen: { list } })).toEqual([])
  const dated = { ...list, filters: [{ field: 'openDate', required: true, default: { lastDays: 7 } }] }
  expect(findings({ screen: { list: dated } })).toEqual(['notice-needs-filter /list/views/open/notice'])
  const asked = { ...list, filters: ['kind'], needs: { fields: ['kind'], text: '請選類型' } }
  expect(findings({ screen: { list: asked } })).toEqual(['notice-needs-filter /list/views/open/notice'])
})
