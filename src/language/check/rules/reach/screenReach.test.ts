import { describe, expect, it } from 'vitest'
import { check, findings, shopEntity, shopsScreen } from '../../../testing/documents.ts'

const path = 'screens/_demo/other.json'
const plain = { uri: '/_demo/other', title: '其他', entity: 'visit', list: { columns: ['visitNo'] } }
/** Findings about an additional screen with changes. */
const ofScreen = (changes: object, files: Readonly<Record<string, unknown>> = {}) =>
  findings({ files: { [path]: { ...plain, ...changes }, ...files } })

describe('a permission', () => {
  it('a permission is the screen’s own, by its address or by a name that nobody else has', () => {
    expect(ofScreen({})).toEqual([])
    expect(ofScreen({ permission: 'demo.own_name' })).toEqual([])
    expect(ofScreen({ permission: 'demo.shops' })).toEqual(['borrowed-permission /permission'])
    expect(ofScreen({ permission: 'company.companies' })).toEqual(['borrowed-permission /permission'])
  })

  it('a permission is nobody’s when two screens name the same', () => {
    const second = { ...plain, uri: '/_demo/second', permission: 'demo.both' }
    const { diagnostics } = check({ [path]: { ...plain, permission: 'demo.both' }, 'screens/_demo/second.json': second })
    expect(diagnostics.map((one) => [one.file, one.code])).toEqual([
      [path, 'borrowed-permission'],
      ['screens/_demo/second.json', 'borrowed-permission'],
    ])
  })

  it('a permission is not won by an address that differs by an underscore', () => {
    const files = { [path]: null, 'screens/company/companies.json': { ...plain, uri: '/company/companies' } }
    expect(findings({ files })).toEqual(['borrowed-permission /uri'])
    const twin = { [path]: null, 'screens/demo/shops.json': { ...plain, uri: '/demo/shops' } }
    expect(findings({ files: twin })).toContain('borrowed-permission /uri')
  })

  it('a permission of a button is the screen’s own, unless its owner lends it', () => {
    const actions = (permission: string, uri: string) => ({
      go: { label: '執行', permission, request: `POST /api${uri.replace('_', '')}/go` },
    })
    const asking = (permission: string, uri = '/_demo/other') => ({
      ...plain,
      uri,
      actions: actions(permission, uri),
      list: { ...plain.list, toolbar: ['go'] },
    })
    expect(ofScreen(asking('go'))).toEqual([])
    expect(ofScreen(asking('demo.other.go'))).toEqual([])
    expect(ofScreen(asking('company.companies.view'))).toEqual(['borrowed-permission /actions/go/permission view'])
    expect(findings({ files: { 'screens/_demo/lent.json': asking('company.companies.approve', '/_demo/lent') } })).toEqual([])
  })

  it('a permission of a step is that of a screen of the same entity', () => {
    const transitions = { ...shopEntity.transitions, reject: { ...shopEntity.transitions?.reject, permission: 'company.companies.view' } }
    expect(findings({ entity: { transitions } })).toEqual(['borrowed-permission /transitions/reject/permission view'])
    // Nor by way of a screen that is itself refused.
    const thief = { ...plain, entity: 'shop', list: { columns: ['shopNo'] }, permission: 'company.companies' }
    expect(findings({ entity: { transitions }, files: { [path]: thief } })).toContain(
      'borrowed-permission /transitions/reject/permission view',
    )
    const own = { ...shopEntity.transitions, reject: { ...shopEntity.transitions?.reject, permission: 'demo.shops.approve' } }
    expect(findings({ entity: { transitions: own } })).toEqual([])
  })

  it('a permission is one that somebody can have', () => {
    const page = { page: 'change_password', displayName: '密碼', matIcon: 'store', permission: 'company.companies.aprove' }
    const groups = [{ uri: '/_authority', displayName: '權限', matIcon: 'store', items: [page] }]
    expect(findings({ files: { 'menu.json': { groups } } })).toEqual([
      'impossible-permission /groups/0/items/0/permission company.companies.approve',
    ])
  })
})

describe('a path', () => {
  const calling = (request: string) =>
    ofScreen({ actions: { go: { label: '檢視', permission: 'view', request } }, list: { ...plain.list, toolbar: ['go'] } })

  it('a path of a button is in the screen’s own group, not where another screen is: it goes out with the token of whoever presses it', () => {
    expect(calling('POST /api/demo/other/go')).toEqual([])
    expect(calling('PUT /api/account/users/updatepassword/1')).toEqual(['foreign-path /actions/go/request'])
    expect(calling('POST /api/demo/others/go')).toEqual([])
    expect(calling('POST /api/demo/tickets/{id}')).toContain('foreign-path /actions/go/request')
    expect(calling('POST /api/demo/shops/{id}/approve')).toContain('foreign-path /actions/go/request')
    expect(calling('POST /api/demo/{visitNo}/approve')).toContain('foreign-path /actions/go/request')
    expect(calling('POST /api/{visitNo}/shops/approve')).toContain('foreign-path /actions/go/request')
  })

  it('outside is called by who publishes it only', () => {
    const uri = '/_demo/calling'
    const actions = { go: { label: '檢視', permission: 'view', request: 'PUT /api/account/users/me' } }
    const screen = { ...plain, uri, actions, list: { ...plain.list, toolbar: ['go'] } }
    expect(findings({ files: { 'screens/_demo/calling.json': screen } })).toEqual([])
  })

  it('a path of a list is in the screen’s own group, and not where another screen is', () => {
    expect(ofScreen({ api: { list: 'PUT /api/demo/get_others' } })).toEqual([])
    expect(ofScreen({ api: { list: 'PUT /api/account/users' } })).toEqual(['foreign-path /api/list'])
    expect(ofScreen({ api: { update: 'PUT /api/demo/shops/{id}' } })).toEqual(['foreign-path /api/update'])
  })

  it('a path of code belongs to no screen', () => {
    const screen = { ...plain, uri: '/_account/users' }
    expect(findings({ files: { 'screens/_account/users.json': screen } })).toEqual(['reserved-path /uri'])
  })
})

describe('a table', () => {
  const tableEntity = { ...shopEntity, name: 'storedShop', table: 'shop', view: 'shop_view' }
  const onTable = (changes: object) =>
    ofScreen({ entity: 'storedShop', list: { columns: ['shopNo'] }, ...changes }, { 'entities/demo/storedShop.json': tableEntity })

  it('a table is shown elsewhere where its area allows it, but not changed', () => {
    expect(onTable({})).toEqual([])
    expect(onTable({ list: { columns: ['shopNo'], toolbar: ['create', 'export'], rowActions: ['view', 'approve'] } })).toEqual([
      'table-not-here /list/toolbar/0',
      'table-not-here /list/rowActions/1',
    ])
    expect(onTable({ forms: { fix: { mode: 'edit', fields: ['shopName'] } } })).toContain('table-not-here /forms/fix')
  })

  it('a table is not shown under a permission that people have for something else, nor where its area keeps it', () => {
    const elsewhere = { ...plain, uri: '/_company/companies', entity: 'storedShop', list: { columns: ['shopNo'] } }
    expect(findings({ files: { 'entities/demo/storedShop.json': tableEntity, 'screens/_company/companies.json': elsewhere } })).toEqual([
      'table-not-here /entity',
    ])
    const secret = { name: 'secret', title: '機密', key: 'secretNo', label: 'secretNo', table: 'secret_table', type: 'object' }
    const properties = { secretNo: { type: 'string', title: '編號', 'x-computed': true } }
    const files = { 'entities/demo/secret.json': { ...secret, properties } }
    expect(ofScreen({ entity: 'secret', list: { columns: ['secretNo'] } }, files)).toEqual(['table-not-here /entity'])
    const children = { secrets: { entity: 'secret', by: { secretNo: 'visitNo' }, columns: ['secretNo'] } }
    expect(ofScreen({ children, list: { columns: ['visitNo'], expand: 'secrets' } }, files)).toEqual([
      'table-not-here /children/secrets/entity',
    ])
  })

  it('a table for the readers of its screens is listed under other records for these readers alone', () => {
    const bill = { name: 'bill', title: '帳單', key: 'billNo', label: 'billNo', table: 'bill_table', type: 'object' }
    const files = { 'entities/demo/bill.json': { ...bill, properties: { billNo: { type: 'string', title: '單號', 'x-computed': true } } } }
    const listing = (more: object) => {
      const children = { bills: { entity: 'bill', by: { billNo: 'visitNo' }, columns: ['billNo'], ...more } }
      return ofScreen({ children, list: { columns: ['visitNo'], expand: 'bills' } }, files)
    }
    expect(listing({ permission: 'demo.bills.view' })).toEqual([])
    expect(listing({})).toEqual(['table-not-here /children/bills/entity'])
    expect(listing({ permission: ['demo.bills.view', 'demo.other.view'] })).toContain('table-not-here /children/bills/entity')
    expect(ofScreen({ entity: 'bill', list: { columns: ['billNo'] } }, files)).toEqual(['table-not-here /entity'])
  })
})

it('leaves the screen whose permission was wanted as it is', () => {
  const { catalog } = check({ [path]: { ...plain, permission: 'demo.shops' } })
  expect([...catalog.screens.keys()]).toEqual([shopsScreen.uri])
})
