import { describe, expect, it } from 'vitest'
import type { Screen } from '../../../documents/screen.ts'
import { check, findings, shopEntity, shopsScreen, visitEntity } from '../../../testing/documents.ts'

const named = {
  ...shopEntity.properties,
  shopNo: { type: 'string', title: '代號', 'x-unique': true },
  phone: { type: 'string', title: '電話', 'x-mask': 'mobile' },
}
const viewed = { ...shopsScreen, list: { ...shopsScreen.list, rowActions: [...(shopsScreen.list.rowActions ?? []), 'view'] } }
const visits: Screen = { uri: '/_demo/visits', title: '拜訪', entity: 'visit', list: { columns: ['visitNo', 'shopNo'] } }

/** Findings in the entity of visits, whose shop number is a link. */
function linked(link: object, more: object = {}, screen: object = viewed): readonly string[] {
  const properties = { ...visitEntity.properties, ...more, shopNo: { type: 'string', title: '門市', 'x-link': link } }
  return findings({
    entity: { properties: named },
    screen,
    files: { 'entities/demo/visit.json': { ...visitEntity, properties }, 'screens/_demo/visits.json': visits },
  }).filter((line) => line.includes('x-link'))
}

describe('a link to another record', () => {
  it('leads to the view of a screen by its number', () => expect(linked({ screen: '/_demo/shops', key: 'shopNo' })).toEqual([]))

  it.each([
    [{ screen: '/_demo/shop', key: 'shopNo' }, 'unknown-screen /properties/shopNo/x-link/screen /_demo/shops'],
    [{ screen: ['/_demo/shops', '/_demo/shopz'], key: 'shopNo' }, 'unknown-screen /properties/shopNo/x-link/screen/1 /_demo/shops'],
    [{ screen: '/_demo/shops', key: 'shopno' }, 'unknown-field /properties/shopNo/x-link/key shopNo'],
    [{ screen: '/_demo/shops', key: 'cityCode' }, 'not-addressed /properties/shopNo/x-link/key'],
    [{ screen: '/_demo/shops', key: 'shopName' }, 'not-addressed /properties/shopNo/x-link/key'],
    [{ screen: '/_demo/shops', key: 'phone' }, 'not-addressed /properties/shopNo/x-link/key'],
    [{ screen: '/_demo/shops', key: 'shopNo', from: 'shopNum' }, 'unknown-field /properties/shopNo/x-link/from shopNo'],
  ])('%j is refused', (link, expected) => expect(linked(link)).toEqual([expected]))

  it('a link to another record takes no masked value into an address', () => {
    const phone = { type: 'string', title: '電話', 'x-mask': 'mobile', 'x-link': { screen: '/_demo/shops', key: 'shopNo' } }
    expect(linked({ screen: '/_demo/shops', key: 'shopNo', from: 'phone' }, { phone })).toEqual(
      expect.arrayContaining(['masked-field /properties/shopNo/x-link/from', 'masked-field /properties/phone/x-link']),
    )
  })

  it('a link to another record takes no list into an address', () => {
    const tags = { type: 'array', title: '標籤', items: { type: 'string' } }
    expect(linked({ screen: '/_demo/shops', key: 'shopNo', from: 'tags' }, { tags })).toEqual(['wrong-type /properties/shopNo/x-link/from'])
  })

  it('leads to a list that finds the value whatever else it asks for', () => {
    const filters = (...given: readonly object[]) => ({ ...viewed, list: { ...viewed.list, filters: given } })
    const kind = { field: 'kind', op: 'eq' }
    const range = { field: 'openDate', required: true, default: { lastDays: 7 } }
    expect(linked({ screen: '/_demo/shops', key: 'kind' }, {}, filters(kind))).toEqual([])
    expect(linked({ screen: '/_demo/shops', key: 'kind' }, {}, filters({ ...kind, identifies: true }, range))).toEqual([])
    expect(linked({ screen: '/_demo/shops', key: 'kind' }, {}, filters(kind, range))).toHaveLength(1)
    expect(linked({ screen: '/_demo/shops', key: 'kind' }, {}, filters(kind, { field: 'status', default: '2' }))).toHaveLength(1)
  })
})

it('stands in the resolved screen with the permission that it asks for, and not where it leads to itself', () => {
  const properties = { ...named, shopNo: { ...named.shopNo, 'x-link': { screen: '/_demo/shops', key: 'shopNo' } } }
  const link = { screen: ['/_demo/visits', '/_demo/shops'], key: 'shopNo' }
  const visit = { ...visitEntity, properties: { ...visitEntity.properties, shopNo: { type: 'string', title: '門市', 'x-link': link } } }
  const { catalog, diagnostics } = check({
    'entities/demo/shop.json': { ...shopEntity, properties },
    'screens/_demo/shops.json': viewed,
    'entities/demo/visit.json': visit,
    'screens/_demo/visits.json': { ...visits, list: { columns: ['visitNo', 'shopNo'], filters: [{ field: 'shopNo', op: 'eq' }] } },
  })
  expect(diagnostics.filter((one) => one.severity === 'error')).toEqual([])
  expect(catalog.screens.get('/_demo/visits')?.list.columns[1]?.to).toEqual([
    { uri: '/_demo/shops', permission: 'demo.shops.view', kind: 'record', key: 'shopNo' },
  ])
  const shops = catalog.screens.get('/_demo/shops')
  expect(shops?.list.columns[0]).not.toHaveProperty('to')
  expect(JSON.stringify(catalog.screens.get('/_demo/visits'))).not.toContain('x-link')
})
