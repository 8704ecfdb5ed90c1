import { describe, expect, it } from 'vitest'
import { findings, shopEntity } from '../../../testing/documents.ts'

const tableShop = {
  name: 'tableShop',
  title: '門市',
  key: 'shopNo',
  label: 'shopName',
  table: 'shop_table',
  scope: 'companyNo',
  type: 'object',
  properties: {
    shopNo: { type: 'string', title: '代號', 'x-computed': true },
    shopName: { type: 'string', title: '名稱' },
    phone: { type: 'string', title: '電話', 'x-mask': 'mobile' },
    companyNo: { type: 'string', title: '特約商', 'x-immutable': true },
    status: { type: 'string', title: '狀態', 'x-computed': true, 'x-dictionary': 'ShopStatus' },
    submittedBy: { type: 'string', title: '申請人員', 'x-computed': true },
  },
  transitions: { approve: { label: '核准', field: 'status', from: ['2'], to: '3', permission: 'approve', notBy: ['submittedBy'] } },
  editable: { 'row.status': { eq: '1' } },
  final: ['1', '3'],
}
const { properties, transitions } = tableShop

/** Findings about an entity with a table, with one change. */
const ofTable = (changes: object = {}) => findings({ files: { 'entities/demo/tableShop.json': { ...tableShop, ...changes } } })
const stored = (changes: object) =>
  findings({ files: { 'entities/demo/storedShop.json': { ...shopEntity, name: 'storedShop', ...changes } } })
const withField = (field: string, property: object) => ofTable({ properties: { ...properties, [field]: property } })
const withStep = (changes: object) => ofTable({ transitions: { approve: { ...transitions.approve, ...changes } } })
const without = (key: 'scope' | 'editable') => ofTable({ [key]: undefined })

it('refuses a view without a table', () => expect(findings({ entity: { view: 'shop_view' } })).toContain('view-without-table /view'))

describe('an entity on a table', () => {
  it('stands on one that is published', () => {
    expect(ofTable()).toEqual([])
    expect(ofTable({ table: 'shop_tabel' })).toContain('unpublished-table /table shop_table')
    expect(ofTable({ table: 'refresh_token' })).toContain('unpublished-table /table')
  })

  it('an entity on a table is the one of its table: a second one is refused, and so is the name for anything else', () => {
    expect(ofTable({ name: 'otherShop' })).toContain('second-entity /name tableShop')
    expect(ofTable({ table: undefined, scope: undefined })).toContain('reserved-name /name')
  })

  it('an entity on a table lets the input of a step fill only what its area names', () => {
    const asking = (field: string) => withStep({ input: { properties: { [field]: { type: 'string', title: '值' } } } })
    expect(asking('shopName')).toContain('opened-transition /transitions/approve/input/properties/shopName')
    expect(asking('submittedBy')).toContain('opened-transition /transitions/approve/input/properties/submittedBy')
    expect(asking('createdBy')).toContain('opened-transition /transitions/approve/input/properties/createdBy')
    expect(asking('remark')).toEqual([])
  })

  it('an entity on a table keeps the scope, the view and the way of reading that its area demands', () => {
    expect(without('scope')).toContain('wrong-scope /table')
    expect(ofTable({ scope: 'shopName' })).toContain('wrong-scope /scope companyNo')
    expect(ofTable({ view: 'shop_view' })).toContain('unpublished-view /view')
    expect(stored({ table: 'shop' })).toContain('unpublished-view /table')
    expect(stored({ table: 'shop', view: 'shop_view' })).toEqual([])
  })

  it('an entity on a table names no field that is not published', () => {
    expect(withField('passwordHash', { type: 'string', title: '雜湊' })).toContain('unpublished-field /properties/passwordHash')
    expect(withField('shopNmae', { type: 'string', title: '名稱' })).toContain('unpublished-field /properties/shopNmae shopName')
    expect(withField('createdBy', { type: 'string', title: '建立', 'x-computed': true })).toEqual([])
  })

  it('guards its fields as its area demands', () => {
    expect(withField('status', { type: 'string', title: '狀態' })).toContain('unguarded-field /properties/status')
    expect(withField('status', { type: 'string', title: '狀態', 'x-computed': false })).toContain(
      'unguarded-field /properties/status/x-computed',
    )
    expect(withField('companyNo', { type: 'string', title: '特約商' })).toContain('unguarded-field /properties/companyNo')
    expect(withField('phone', { type: 'string', title: '電話' })).toContain('unguarded-field /properties/phone')
    expect(withField('phone', { type: 'string', title: '電話', 'x-mask': 'name' })).toContain('unguarded-field /properties/phone/x-mask')
  })

  it('opens no step: not to others, not from or to other states, not to who made it', () => {
    expect(withStep({ permission: 'view' })).toContain('opened-transition /transitions/approve/permission')
    expect(withStep({ from: ['1', '2'] })).toContain('opened-transition /transitions/approve/from')
    expect(withStep({ to: '1' })).toContain('opened-transition /transitions/approve/to')
    expect(withStep({ field: 'submittedBy' })).toContain('opened-transition /transitions/approve/field')
    expect(withStep({ notBy: undefined })).toContain('opened-transition /transitions/approve')
    expect(withStep({ notBy: ['submittedBy', 'updatedBy'], guard: { 'row.shopName': { empty: false } } })).toEqual([])
    expect(ofTable({ transitions: { ...transitions, reopen: { ...transitions.approve, from: ['3'] } } })).toContain(
      'unpublished-transition /transitions/reopen',
    )
  })

  it('opens no record for editing, but may close more', () => {
    expect(without('editable')).toContain('opened-record /table')
    expect(ofTable({ editable: { 'row.status': { in: ['1', '3'] } } })).toContain('opened-record /editable')
    expect(ofTable({ editable: { $all: [tableShop.editable, { 'row.shopName': { empty: false } }] } })).toEqual([])
  })
})
