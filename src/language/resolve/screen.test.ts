import { describe, expect, it } from 'vitest'
import type { Screen } from '../documents/screen.ts'
import { shopEntity, shopsScreen, visitEntity } from '../testing/documents.ts'
import { partsOfUri } from './api.ts'
import { contentHash, stableJson } from './contentHash.ts'
import { resolveScreen } from './screen.ts'

const entities = new Map([
  ['shop', shopEntity],
  ['visit', visitEntity],
])
const resolve = (changes: Partial<Screen> = {}) => resolveScreen({ ...shopsScreen, ...changes }, entities)
const screen = resolve()

describe('what is derived from the uri', () => {
  it.each([
    ['/_company/companies', 'company', 'companies'],
    ['/settings/code_table', 'settings', 'code_table'],
  ])('includes area and resource: %s', (uri, area, resource) => expect(partsOfUri(uri)).toEqual({ area, resource }))
  it('includes the paths of the calls', () => {
    expect(screen.api.list).toEqual({ method: 'GET', path: '/api/demo/shops/{pageIndex}/{pageSize}' })
    expect(screen.api.update).toEqual({ method: 'PUT', path: '/api/demo/shops/{id}' })
    expect(screen.api.importExample).toEqual({ method: 'GET', path: '/api/demo/shops/import/example' })
  })
  it('gives way to what the document says', () => {
    const own = resolve({ api: { list: 'PUT /api/demo/get_shops' }, permission: 'demo.stores' })
    expect(own.api.list).toEqual({ method: 'PUT', path: '/api/demo/get_shops' })
    expect(own.api.get.path).toBe('/api/demo/shops/{id}')
    expect(own.resource).toBe('demo.stores')
  })
})

describe('the list', () => {
  const { list } = screen
  it('the list takes titles, formats and alignment from the entity', () =>
    expect(list.columns.map(({ field, title, format, align, sortable }) => [field, title, format, align, sortable])).toEqual([
      ['shopNo', '代號', 'text', 'start', true],
      ['shopName', '名稱', 'text', 'start', true],
      ['points', '點數', 'points', 'end', true],
      ['status', '狀態', 'badge', 'center', true],
      ['updatedAt', '異動時間', 'dateTime', 'center', true],
    ]))
  it('chooses the operator of a filter by its type', () =>
    expect(list.filters.map(({ field, op, kind }) => [field, op, kind])).toEqual([
      ['shopName', 'contains', 'text'],
      ['kind', 'eq', 'option'],
      ['openDate', 'between', 'date'],
      ['points', 'between', 'number'],
    ]))
  it('offers the values of an enum where no dictionary does', () => {
    const size = { type: 'string', title: '規模', enum: ['小', '大'] } as const
    const own = new Map([...entities, ['shop', { ...shopEntity, properties: { ...shopEntity.properties, size } }]])
    const resolved = resolveScreen({ ...shopsScreen, list: { columns: ['size'], filters: ['size', 'kind'] } }, own)
    expect(resolved.list.filters.map(({ kind, choices }) => [kind, choices])).toEqual([
      ['option', ['小', '大']],
      ['option', undefined],
    ])
  })

  it('sorts, pages, totals and searches', () => {
    expect(list.sort).toEqual([
      { field: 'points', direction: 'desc' },
      { field: 'shopNo', direction: 'asc' },
    ])
    expect(list.pageSize).toBe(25)
    expect(list.totals).toEqual(['points'])
    expect(list.searchTitles).toEqual(['代號', '名稱'])
    expect(list.empty).toBe('查無資料')
    expect(list.expand).toEqual({ kind: 'child', child: 'visits' })
  })
  it('sorts by the key when the document does not say', () =>
    expect(resolve({ list: { columns: ['shopName'] } }).list.sort).toEqual([{ field: 'shopNo', direction: 'asc' }]))
})

describe('actions', () => {
  const { actions } = screen
  it('actions have labels and permissions', () =>
    expect(Object.values(actions).map(({ name, label, permission }) => [name, label, permission])).toEqual([
      ['approve', '核准', 'demo.shops.approve'],
      ['create', '新增', 'demo.shops.create'],
      ['export', '匯出', 'demo.shops.export'],
      ['edit', '修改', 'demo.shops.edit'],
      ['delete', '刪除', 'demo.shops.delete'],
      ['reject', '退回', 'demo.shops.approve'],
      ['ring', '致電', 'demo.shops.ring'],
    ]))
  it('actions of records are guarded by the entity', () => {
    expect(actions.edit?.guard).toEqual(shopEntity.editable)
    expect(actions.delete?.guard).toEqual(shopEntity.deletable)
    expect(actions.delete?.confirm).toBe('確定要刪除這筆資料嗎？')
  })
  it('actions that are transitions test the state and then their own guard', () => {
    expect(actions.approve).toMatchObject({
      guard: { 'row.status': { in: ['2'] } },
      bulkCall: { method: 'POST', path: '/api/demo/shops/approve' },
    })
    expect(actions.reject?.guard).toEqual({ $all: [{ 'row.status': { in: ['2'] } }, { 'row.isOpen': { eq: true } }] })
    expect(actions.reject).toMatchObject({ kind: 'transition', call: { method: 'POST', path: '/api/demo/shops/{id}/reject' } })
    expect(actions.reject?.input?.schema).toEqual({
      type: 'object',
      properties: { reason: { type: 'string', title: '原因', maxLength: 200 } },
      required: ['reason'],
    })
  })
  it.each([
    ['copy', 'create', '複製'],
    ['history', 'view', '異動紀錄'],
    ['print', 'export', '列印'],
    ['import', 'import', '匯入'],
  ])('%s asks for %s', (name, permission, label) => {
    const bar = name === 'import' ? { toolbar: [name] } : { rowActions: [name] }
    const resolved = resolve({ list: { columns: ['shopName'], ...bar }, children: {}, forms: {} })
    expect(resolved.actions[name]).toMatchObject({ permission: `demo.shops.${permission}`, label })
  })
})

describe('forms', () => {
  const { create, edit } = screen.forms
  it('forms follow extends', () => {
    expect(Object.keys(edit?.fields ?? {})).toEqual(Object.keys(create?.fields ?? {}))
    expect(edit).toMatchObject({ title: '修改門市', mode: 'edit', actions: ['approve'] })
    expect(create).toMatchObject({ title: '新增門市', mode: 'create', actions: [] })
  })
  it('forms that no document writes show a record with the steps of its row', () => {
    const list = { ...shopsScreen.list, rowActions: ['view', 'edit', 'approve', 'reject', 'ring'] }
    const derived = resolve({ list, forms: {} }).forms
    expect(derived.view?.actions).toEqual(['approve', 'reject'])
    expect([derived.create?.actions, derived.edit?.actions]).toEqual([[], []])
    expect(resolve({ list, forms: { view: { fields: ['shopName'] } } }).forms.view?.actions).toEqual([])
  })
  it('forms with rows of several cells are wide', () => {
    const items = (count: number) => {
      const names = Array.from({ length: count }, (_, index) => `cell${index}`)
      const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' as const, title: name }]))
      return { type: 'array' as const, title: '明細', items: { type: 'object' as const, properties } }
    }
    const sizeWith = (count: number, form = 'create') => {
      const entity = {
        name: 'order',
        title: '單',
        key: 'no',
        label: 'no',
        type: 'object' as const,
        properties: { no: { type: 'string' as const, title: '號' }, lines: items(count) },
      }
      const orders = {
        uri: '/_demo/orders',
        title: '單',
        entity: 'order',
        list: { columns: ['no'], toolbar: ['create'], rowActions: ['view'] },
      }
      return resolveScreen(orders, new Map([['order', entity]])).forms[form]?.size
    }
    expect([sizeWith(2), sizeWith(3), sizeWith(6)]).toEqual(['medium', 'large', 'full'])
    expect([sizeWith(6, 'view'), sizeWith(9, 'view')]).toEqual(['large', 'full'])
  })
  it('forms let immutable fields be entered only once', () => {
    expect(create?.fields.kind?.readonly).toBe(false)
    expect(edit?.fields.kind?.readonly).toBe(true)
    expect(edit?.schema.properties).not.toHaveProperty('kind')
    expect(edit?.schema.required).toEqual(['shopName'])
    expect(create?.schema.required).toEqual(['shopName', 'kind'])
  })
  it('give the validator plain JSON Schema', () => {
    expect(JSON.stringify(create?.schema)).not.toContain('"x-')
    const tiers = (create?.schema.properties as Record<string, { items: unknown }> | undefined)?.tiers
    expect(tiers?.items).toEqual({
      type: 'object',
      properties: {
        conditionPoint: { type: 'integer', title: '回饋點數', minimum: 0, maximum: 9999999999 },
        discountRate: { type: 'number', title: '點數折扣率', minimum: 0, maximum: 100 },
      },
      required: ['conditionPoint', 'discountRate'],
    })
  })
  it('choose widgets by type', () =>
    expect(Object.values(create?.fields ?? {}).map(({ field, widget }) => [field, widget])).toEqual([
      ['shopName', 'text'],
      ['kind', 'select'],
      ['cityCode', 'select'],
      ['districtCode', 'select'],
      ['tiers', 'tiers'],
    ]))
  it('carry the conditions of the entity', () =>
    expect(create?.fields.cityCode?.conditions).toEqual({ required: { 'form.kind': { eq: '1' } } }))
  it('forms do not require in the schema what may be hidden', () => {
    const when = { shopName: { visible: { 'form.kind': { eq: '1' } } } }
    const resolved = resolve({ forms: { create: { fields: ['shopName', 'kind'], when } } })
    expect(resolved.forms.create?.schema.required).toEqual(['kind'])
    expect(resolved.forms.create?.fields.shopName?.required).toBe(true)
  })
  it('lock several fields under one condition, beside what else is said of them', () => {
    const lock = { fields: ['shopName', 'kind'], when: { 'row.status': { eq: '2' } } }
    const when = { kind: { required: { 'form.shopName': { empty: false } } } }
    const { edit } = resolve({ forms: { edit: { fields: ['shopName', 'kind', 'cityCode'], when, lock } } }).forms
    expect(edit?.fields.shopName?.conditions).toEqual({ readonly: lock.when })
    expect(edit?.fields.kind?.conditions).toEqual({ readonly: lock.when, required: when.kind.required })
    expect(edit?.fields.cityCode?.conditions?.readonly).toBeUndefined()
  })
  it('lock a field that is read-only under a condition of its own under both', () => {
    const lock = { fields: ['kind'], when: { 'row.status': { eq: '2' } } }
    const when = { kind: { readonly: { 'row.status': { eq: '1' } } } }
    const { edit } = resolve({ forms: { edit: { fields: ['shopName', 'kind'], when, lock } } }).forms
    expect(edit?.fields.kind?.conditions).toEqual({ readonly: { $any: [lock.when, when.kind.readonly] } })
  })
  it('need not be declared', () => {
    const resolved = resolve({
      forms: {},
      list: { columns: ['shopName'], toolbar: ['create'], rowActions: ['edit', 'view'] },
      children: {},
    })
    expect(Object.keys(resolved.forms.create?.fields ?? {})).not.toContain('shopNo')
    expect(Object.keys(resolved.forms.view?.fields ?? {})).toEqual([
      ...Object.keys(shopEntity.properties),
      'createdBy',
      'createdAt',
      'updatedBy',
      'updatedAt',
    ])
    expect(resolved.forms.view?.schema.properties).toEqual({})
  })
  it('forms of a view follow the declared form and add what is computed', () => {
    const resolved = resolve({ list: { columns: [{ field: 'shopNo', link: 'view' }] }, children: {} })
    const layout = resolved.forms.view?.layout
    expect(layout?.kind === 'groups' && layout.groups.map((group) => group.title)).toEqual(['基本資料', '其他資訊'])
  })
  it('forms may extend one that is not declared, which then is not made after them', () => {
    const resolved = resolve({ forms: { edit: { extends: 'view', omit: ['area'] }, create: { extends: 'edit' } }, children: {} })
    expect(Object.keys(resolved.forms.edit?.fields ?? {})).toContain('shopNo')
    expect(Object.keys(resolved.forms.edit?.fields ?? {})).not.toContain('area')
  })
  it('forms may omit fields and lay others out as tabs', () => {
    const tabs = [
      { title: '資料', fields: ['shopName', 'area'] },
      { title: '拜訪', child: 'visits' },
      { title: '紀錄', history: true as const },
    ]
    const resolved = resolve({ forms: { edit: { tabs }, view: { extends: 'edit', omit: ['area'] } } })
    expect(Object.keys(resolved.forms.view?.fields ?? {})).toEqual(['shopName'])
    const layout = resolved.forms.edit?.layout
    expect(layout?.kind === 'tabs' && layout.tabs.map((tab) => tab.content.kind)).toEqual(['groups', 'child', 'history'])
  })
})

describe('the hash', () => {
  it('changes with the content and with nothing else', () => {
    expect(resolve().hash).toBe(screen.hash)
    expect(resolve({ title: '別的' }).hash).not.toBe(screen.hash)
    expect(screen.hash).toMatch(/^[0-9a-f]{32}$/)
  })
  it('the hash of the rows changes with what they are made of, and not with titles of the screen and its forms', () => {
    const rowsHash = (changes: Parameters<typeof resolve>[0]) => resolve(changes).rowsHash
    const forms = { ...shopsScreen.forms, create: { fields: ['shopName'] } }
    expect(rowsHash({ title: '別的', icon: 'home', forms })).toBe(screen.rowsHash)
    expect(rowsHash({ list: { ...shopsScreen.list, columns: ['shopName'] } })).not.toBe(screen.rowsHash)
    // The list shows no such field, but those that it shows may be made of it.
    const properties = { ...shopEntity.properties, phone: { type: 'string', title: '電話' } } as const
    const changed = resolveScreen(shopsScreen, new Map([...entities, ['shop', { ...shopEntity, properties }]]))
    expect([changed.rowsHash === screen.rowsHash, changed.hash === screen.hash]).toEqual([false, false])
  })
  it('the hash does not depend on the order of keys', () =>
    expect(contentHash({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(contentHash({ b: [{ d: 3, c: 2 }], a: 1 })))
  it('tells similar values apart', () => {
    const values = [
      {},
      [],
      null,
      '',
      0,
      '0',
      [0],
      { a: undefined, b: 1 },
      { b: '1' },
      ...Array.from({ length: 2000 }, (_, index) => `v${index}`),
    ]
    expect(new Set(values.map(contentHash)).size).toBe(values.length)
  })
  it('the hash leaves out what JSON leaves out', () => expect(stableJson({ b: undefined, a: [undefined, 1] })).toBe('{"a":[null,1]}'))
})
