import { describe, expect, it } from 'vitest'
import { check, shopEntity, shopsScreen, visitEntity } from '../testing/documents.ts'

const named = {
  name: 'ShopStatus',
  title: '狀態',
  options: [
    { key: '1', name: 'draft', value: '草稿' },
    { key: '2', name: 'waiting', value: '待審核' },
    { key: '3', name: 'approved', value: '已核准' },
  ],
}

/** The entity of the tests, with names instead of codes. */
const written = {
  ...shopEntity,
  properties: { ...shopEntity.properties, status: { ...shopEntity.properties.status, default: 'waiting', 'x-tags': { draft: 'warning' } } },
  transitions: {
    approve: { ...shopEntity.transitions?.approve, from: ['waiting'], to: 'approved' },
    reject: { ...shopEntity.transitions?.reject, from: ['waiting'], to: 'draft' },
  },
  final: ['draft', 'approved'],
  editable: { $any: [{ 'row.status': { in: ['draft', 'approved'] } }] },
  deletable: { $not: { 'row.status': { ne: 'draft' } } },
}

const files = (entity: object = written, screen: object = shopsScreen, dictionary: unknown = named) => ({
  'dictionaries/ShopStatus.json': dictionary,
  'entities/demo/shop.json': entity,
  'screens/_demo/shops.json': screen,
})

describe('a name of an option', () => {
  it('the name of an option is stored as its code everywhere in an entity', () => {
    const { catalog, diagnostics } = check(files())
    expect(diagnostics).toEqual([])
    expect(catalog.entities.get('shop')).toEqual({
      ...shopEntity,
      properties: { ...shopEntity.properties, status: { ...shopEntity.properties.status, default: '2', 'x-tags': { '1': 'warning' } } },
      editable: { $any: [{ 'row.status': { in: ['1', '3'] } }] },
      deletable: { $not: { 'row.status': { ne: '1' } } },
    })
  })

  it('the name of an option is stored as its code everywhere in a screen', () => {
    const draft = { 'row.status': { eq: 'draft' } }
    const screen = {
      ...shopsScreen,
      filter: { 'row.status': { in: ['draft', 'waiting'] } },
      list: {
        ...shopsScreen.list,
        filters: [{ field: 'status', default: ['draft'], op: 'in' }],
        views: { drafts: { title: '草稿', filter: draft } },
      },
      forms: {
        ...shopsScreen.forms,
        edit: { extends: 'create', when: { kind: { readonly: draft } }, lock: { fields: ['cityCode'], when: draft } },
      },
    }
    const { catalog, diagnostics } = check(files(written, screen))
    expect(diagnostics).toEqual([])
    const text = JSON.stringify(catalog.screens.get('/_demo/shops'))
    expect(text).not.toMatch(/"draft"|"waiting"/)
    expect(text).toContain('{"row.status":{"in":["1","2"]}}')
  })

  it('the name of an option in an action belongs to the rows that the action is for', () => {
    const guarded = (actions: readonly string[]) => ({
      ...shopsScreen,
      list: { ...shopsScreen.list, rowActions: ['ring'] },
      actions: { ring: { ...shopsScreen.actions?.ring, guard: { 'row.status': { eq: 'draft' } } } },
      children: { visits: { ...shopsScreen.children?.visits, actions } },
    })
    expect(check(files(written, guarded([]))).catalog.screens.get('/_demo/shops')?.actions.ring).toMatchObject({
      guard: { 'row.status': { eq: '1' } },
    })
    const visit = { ...visitEntity, properties: { ...visitEntity.properties, status: { type: 'string', 'x-dictionary': 'ShopStatus' } } }
    const inChild = {
      ...files(written, { ...guarded(['ring']), list: { ...shopsScreen.list, rowActions: [] } }),
      'entities/demo/visit.json': visit,
    }
    expect(check(inChild).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('the name of an option that does not exist is an error with the nearest one', () => {
    const { diagnostics } = check(files({ ...written, deletable: { 'row.status': { eq: 'aproved' } } }))
    expect(diagnostics.map(({ code, pointer, suggestion }) => [code, pointer, suggestion])).toEqual([
      ['unknown-option', '/deletable/row.status/eq', 'approved'],
    ])
  })

  it('the name of an option is asked for where a document has the code', () => {
    const { diagnostics } = check(files({ ...written, deletable: { 'row.status': { eq: '1' } } }))
    expect(diagnostics.map(({ severity, code, message }) => [severity, code, message])).toEqual([
      ['warning', 'code-not-name', '代碼「1」有名稱，請寫「draft」'],
    ])
  })

  it('a broken dictionary is told once, at itself, and takes the documents along that name its options', () => {
    const { diagnostics, catalog } = check(files(written, shopsScreen, { ...named, options: 'none' }))
    expect(diagnostics.map(({ file, pointer }) => [file, pointer])).toEqual([['dictionaries/ShopStatus.json', '/options']])
    expect(catalog.entities.has('shop')).toBe(false)
    expect([...catalog.broken].sort()).toEqual(['dictionaries/ShopStatus.json', 'entities/demo/shop.json', 'screens/_demo/shops.json'])
  })
})
