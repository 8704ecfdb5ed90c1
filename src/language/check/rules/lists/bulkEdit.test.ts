import { describe, expect, it } from 'vitest'
import { check, findings, shopsScreen } from '../../../testing/documents.ts'

const screenWith = (bulkEdit: readonly string[], list: object = {}) => ({
  list: { ...shopsScreen.list, rowActions: ['edit'], ...list, bulkEdit },
  forms: {
    ...shopsScreen.forms,
    edit: { mode: 'edit', fields: ['shopName', 'points', 'isOpen', 'logo', 'tiers', 'districtCode', 'cityCode'] },
  },
})

describe('changing several records at once', () => {
  it('asks for the fields without defaults and without demanding them, and needs the right to edit', () => {
    const { catalog, diagnostics } = check({ 'screens/_demo/shops.json': { ...shopsScreen, ...screenWith(['isOpen', 'points']) } })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const screen = catalog.screens.get('/_demo/shops')
    expect(screen?.list.bulkActions).toContain('bulkEdit')
    const action = screen?.actions.bulkEdit
    expect(action).toMatchObject({
      kind: 'transition',
      permission: 'demo.shops.edit',
      bulkCall: { method: 'POST', path: '/api/demo/shops/bulkEdit' },
    })
    expect(action?.input?.schema).toMatchObject({ required: [] })
    expect(Object.values(action?.input?.fields ?? {}).map(({ field, required, property }) => [field, required, property.default])).toEqual([
      ['isOpen', false, undefined],
      ['points', false, undefined],
    ])
  })

  it.each<[readonly string[], string]>([
    [['point'], 'unknown-field /list/bulkEdit/0 points'],
    [['createdBy'], 'bulk-edit /list/bulkEdit/0'],
    [['shopNo'], 'bulk-edit /list/bulkEdit/0'],
    [['logo'], 'bulk-edit /list/bulkEdit/0'],
    [['area'], 'bulk-edit /list/bulkEdit/0'],
    [['kind'], 'bulk-edit /list/bulkEdit/0'],
    [['tiers'], 'bulk-edit /list/bulkEdit/0'],
    [['districtCode'], 'bulk-edit /list/bulkEdit/0'],
    [['points', 'points'], 'duplicate-name /list/bulkEdit/1'],
    [[], 'wrong-size /list/bulkEdit'],
  ])('%j is refused: %s', (fields, expected) => expect(findings({ screen: screenWith(fields) })).toContain(expected))

  it('its name stays free', () => {
    const actions = { ...shopsScreen.actions, bulkEdit: { label: '改', permission: 'edit', request: 'POST /api/demo/shops/change' } }
    expect(findings({ screen: { ...screenWith(['points']), actions } }).join()).toContain('reserved-name /list/bulkEdit')
  })
})
