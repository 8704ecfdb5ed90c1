import { expect, it } from 'vitest'
import { findings, shopsScreen } from '../../../testing/documents.ts'

const child = (changes: object) => findings({ screen: { children: { visits: { ...shopsScreen.children?.visits, ...changes } } } })

it.each([
  [{ entity: 'visits' }, 'unknown-entity /children/visits/entity visit'],
  [{ by: 'shopId' }, 'unknown-field /children/visits/by shopNo'],
  [{ by: { shopNo: 'shopNos' } }, 'unknown-field /children/visits/by/shopNo shopNo'],
  [{ by: {} }, 'missing-key /children/visits/by'],
  [{ columns: ['visitNumber'] }, 'unknown-field /children/visits/columns/0'],
  [{ sort: ['-visitedat'] }, 'unknown-field /children/visits/sort/0 visitedAt'],
  [{ filter: { 'row.shopName': { eq: 'a' } } }, 'unknown-field /children/visits/filter/row.shopName'],
  [{ totals: ['visitNo'] }, 'cannot-total /children/visits/totals/0'],
  [{ chart: { type: 'bar', by: 'shopNo' } }, 'unknown-group /children/visits/chart/by'],
  [{ chart: { type: 'bar', by: 'visitNo', values: ['visitNo'] } }, 'unknown-measure /children/visits/chart/values/0'],
  [{ chart: { type: 'bar' }, columns: ['visitNo'] }, 'no-measure /children/visits/chart'],
  [{ actions: ['approve'] }, 'unknown-action /children/visits/actions/0'],
])('refuses %j', (changes, expected) => expect(child(changes)).toContainEqual(expect.stringContaining(expected)))

it('says nothing about an entity whose own file is broken', () =>
  expect(findings({ files: { 'entities/demo/visit.json': '{ "name": "visit", "title": }' } })).toEqual(['syntax ']))
