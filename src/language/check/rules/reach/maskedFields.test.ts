import { describe, expect, it } from 'vitest'
import type { Property } from '../../../documents/entity.ts'
import { findings, shopEntity, shopsScreen } from '../../../testing/documents.ts'

const owner: Property = { type: 'string', title: '店長', 'x-mask': 'name' }

const withOwner = (changes: object = {}, property: object = {}) => ({
  ...shopEntity,
  properties: { ...shopEntity.properties, owner: { ...owner, ...property } },
  ...changes,
})

const screenWith = (list: object, others: object = {}) => ({ ...others, list: { ...shopsScreen.list, filters: ['kind'], ...list } })

/** Without the child list, so that the button belongs only to the shop. */
const ofShop = (ring: object) => ({
  children: { visits: { entity: 'visit', by: 'shopNo', columns: ['visitNo'] } },
  actions: { ring: { ...shopsScreen.actions?.ring, ...ring } },
})

const found = (entity: object, screen: object = {}) => findings({ entity, screen: screenWith({}, screen) })

describe('a masked field in a document', () => {
  it('a masked field is found by a whole value, for those whom the document names', () => {
    const lookup = { field: 'owner', op: 'eq', lookup: 'find' }
    expect(findings({ entity: withOwner(), screen: screenWith({ filters: [lookup] }) })).toEqual([])
  })

  it.each([
    ['owner', 'masked-field /list/filters/0'],
    [{ field: 'owner', op: 'eq' }, 'masked-field /list/filters/0'],
    [{ field: 'owner', op: 'contains', lookup: 'find' }, 'masked-field /list/filters/0/op'],
    [{ field: 'owner', op: 'in', lookup: 'find' }, 'masked-field /list/filters/0/op'],
    [{ field: 'owner', op: 'eq', lookup: 'find', default: '王小明' }, 'masked-field /list/filters/0/default'],
    [{ field: 'owner', op: 'eq', lookup: 'demo.shop.view' }, 'unknown-permission /list/filters/0/lookup demo.shops'],
    [{ field: 'kind', op: 'eq', lookup: 'find' }, 'masked-field /list/filters/0/lookup'],
  ])('refuses the filter %j', (filter, finding) => {
    expect(findings({ entity: withOwner(), screen: screenWith({ filters: [filter] }) })).toEqual([finding])
  })

  it('takes no part in order, groups and the search box', () => {
    expect(findings({ entity: withOwner(), screen: screenWith({ sort: ['owner'] }) })).toEqual(['cannot-sort /list/sort/0'])
    expect(found(withOwner(), { report: { groups: ['owner'] } })).toEqual(['cannot-group /report/groups/0'])
    expect(found(withOwner({}, { 'x-search': true }))).toEqual(['masked-field /properties/owner/x-search'])
  })

  it('takes no part in unique fields and keys, which refusals and numbers name', () => {
    expect(found(withOwner({}, { 'x-unique': true }))).toEqual(['masked-field /properties/owner/x-unique'])
    expect(found(withOwner({ unique: [['kind', 'owner']] }))).toEqual(['masked-field /unique/0/1'])
    expect(found(withOwner({ key: 'owner' }))).toContain('masked-field /key')
  })

  it('conditions ask a masked field whether it is filled in, and nothing else', () => {
    const guard = (test: object) => ofShop({ guard: { 'row.owner': test } })
    expect(found(withOwner(), guard({ empty: false }))).toEqual([])
    expect(found(withOwner(), guard({ contains: '王' }))).toEqual(['masked-field /actions/ring/guard/row.owner/contains'])
    expect(found(withOwner({ deletable: { 'row.shopName': { eq: { path: 'row.owner' } } } }))).toEqual([
      'masked-field /deletable/row.shopName/eq',
    ])
  })

  it('takes no part in an address that is filled from the row', () => {
    expect(found(withOwner(), ofShop({ request: 'POST /api/demo/owners/{owner}/ring' }))).toEqual(['masked-field /actions/ring/request'])
  })
})
