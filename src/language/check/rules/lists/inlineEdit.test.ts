import { describe, expect, it } from 'vitest'
import { check, findings, shopsScreen } from '../../../testing/documents.ts'

const screenWith = (inlineEdit: readonly string[], list: object = {}) => ({
  list: { ...shopsScreen.list, columns: ['shopNo', 'shopName', 'points', 'logo', 'tiers'], rowActions: ['edit'], ...list, inlineEdit },
  forms: { ...shopsScreen.forms, edit: { mode: 'edit', fields: ['shopNo', 'shopName', 'points', 'isOpen', 'logo', 'tiers'] } },
})

describe('changing a value in its row', () => {
  it('takes columns that the edit form can change', () => {
    const { catalog, diagnostics } = check({ 'screens/_demo/shops.json': { ...shopsScreen, ...screenWith(['shopName', 'points']) } })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(catalog.screens.get('/_demo/shops')?.list.inlineEdit).toEqual(['shopName', 'points'])
  })

  it.each<[readonly string[], object, string]>([
    [['point'], {}, 'unknown-field /list/inlineEdit/0 points'],
    [['isOpen'], {}, 'inline-edit /list/inlineEdit/0'],
    [['shopNo'], {}, 'inline-edit /list/inlineEdit/0'],
    [['logo'], {}, 'inline-edit /list/inlineEdit/0'],
    [['tiers'], {}, 'inline-edit /list/inlineEdit/0'],
    [['points', 'points'], {}, 'duplicate-name /list/inlineEdit/1'],
    [['points'], { rowActions: ['view'] }, 'inline-edit /list/inlineEdit'],
    [['area'], { columns: ['shopNo', 'area'] }, 'inline-edit /list/inlineEdit/0'],
  ])('refuses %j %j', (fields, list, finding) => {
    expect(findings({ screen: screenWith(fields, list) })).toContain(finding)
  })
})
