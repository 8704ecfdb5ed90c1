import { expect, it } from 'vitest'
import { findings, shopsScreen } from '../../../testing/documents.ts'

const visits = { entity: 'visit', by: 'shopNo', columns: ['visitNo'] }
const list = { ...shopsScreen.list, filters: ['shopNo'], expand: ['shopName'], head: 'shop', tabs: [{ title: '拜訪', child: 'visits' }] }
const children = { shop: { entity: 'shop', by: 'shopNo', columns: ['shopName'] }, visits: { ...visits, of: 'shop' } }
const found = (changes: object) =>
  findings({ screen: { list, children, actions: {}, ...changes } }).filter((line) => !line.includes('Actions'))

it('lets tabs beside a list show what belongs to its head', () => expect(found({})).toEqual([]))

it.each([
  [{ children: { ...children, visits } }, 'unknown-child /list/tabs/0/child'],
  [{ children: { ...children, visits: { ...visits, of: 'shops' } } }, 'unknown-child /children/visits/of shop'],
  [{ list: { ...list, tabs: [{ title: '拜訪', child: 'visit' }] } }, 'unknown-child /list/tabs/0/child visits'],
  [{ list: { ...list, tabs: [...list.tabs, ...list.tabs] } }, 'duplicate-name /list/tabs/1/title'],
  [{ forms: { view: { tabs: [{ title: '拜訪', child: 'visits' }] } } }, 'unknown-child /forms/view/tabs/0/child'],
])('refuses %j', (changes, expected) => expect(found(changes)).toContain(expected))

it('lets a child list be for those only who may open a screen of its records', () => {
  const files = { 'screens/_demo/visits.json': { uri: '/_demo/visits', title: '拜訪', entity: 'visit', list: { columns: ['visitNo'] } } }
  const limited = (permission: string) =>
    findings({ screen: { children: { visits: { ...visits, permission } }, actions: {} }, files }).filter((line) =>
      line.includes('/children/visits/p'),
    )
  expect(limited('demo.visits.view')).toEqual([])
  expect(limited('demo.shops.view')).toEqual(['unknown-permission /children/visits/permission demo.visits.view'])
  expect(limited('demo.visits.edit')).toEqual(['unknown-permission /children/visits/permission demo.visits.view'])
})
