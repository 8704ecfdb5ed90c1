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

describe('what a document may ask of a masked field', () => {
  it('what a document may ask of a masked field is to find a whole value, by those it names', () => {
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
  ])('what a document may ask of a masked field is not the filter %j', (filter, finding) => {
    expect(findings({ entity: withOwner(), screen: screenWith({ filters: [filter] }) })).toEqual([finding])
  })

  it('what a document may ask of a masked field is not an order, a group or a word', () => {
    expect(findings({ entity: withOwner(), screen: screenWith({ sort: ['owner'] }) })).toEqual(['cannot-sort /list/sort/0'])
    expect(found(withOwner(), { report: { groups: ['owner'] } })).toEqual(['cannot-group /report/groups/0'])
    expect(found(withOwner({}, { 'x-search': true }))).toEqual(['masked-field /properties/owner/x-search'])
  })

  it('what a document may ask of a masked field is not a part of what refusals and numbers name', () => {
    expect(found(withOwner({}, { 'x-unique': true }))).toEqual(['masked-field /properties/owner/x-unique'])
    expect(found(withOwner({ unique: [['kind', 'owner']] }))).toEqual(['masked-field /unique/0/1'])
    expect(found(withOwner({ key: 'owner' }))).toContain('masked-field /key')
  })

  it('what a document may ask of a masked field is not a condition, but whether it is filled in', () => {
    const guard = (test: object) => ofShop({ guard: { 'row.owner': test } })
    expect(found(withOwner(), guard({ empty: false }))).toEqual([])
    expect(found(withOwner(), guard({ contains: '王' }))).toEqual(['masked-field /actions/ring/guard/row.owner/contains'])
    expect(found(withOwner({ deletable: { 'row.shopName': { eq: { path: 'row.owner' } } } }))).toEqual([
      'masked-field /deletable/row.shopName/eq',
    ])
  })

  it('what a document may ask of a masked field is not a part of an address that is filled from the row', () => {
    expect(found(withOwner(), ofShop({ request: 'POST /api/demo/owners/{owner}/ring' }))).toEqual(['masked-field /actions/ring/request'])
  })
})
