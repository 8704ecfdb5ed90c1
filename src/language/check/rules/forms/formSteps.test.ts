import { describe, expect, it } from 'vitest'
import { check, findings, shopsScreen } from '../../../testing/documents.ts'

const tabs = [
  { title: '門市', fields: ['shopName', 'kind'] },
  { title: '地點', groups: [{ title: '地址', fields: ['cityCode', 'districtCode', 'tiers'] }] },
]
const screenWith = (form: object, name = 'create') => ({ ...shopsScreen, forms: { [name]: { steps: true, tabs, ...form } } })

describe('a form with steps', () => {
  it('asks step by step when a record is added; the form to change it has tabs', () => {
    const { catalog, diagnostics } = check({ 'screens/_demo/shops.json': screenWith({}) })
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const forms = catalog.screens.get('/_demo/shops')?.forms ?? {}
    expect(Object.values(forms).map(({ name, layout }) => [name, layout.kind, 'steps' in layout])).toEqual([
      ['create', 'tabs', true],
      ['edit', 'tabs', false],
    ])
  })

  it.each<[string, object]>([
    ['one step', { tabs: [{ title: '全部', fields: ['shopName', 'kind', 'cityCode', 'tiers'] }] }],
    ['no tabs', { tabs: undefined, fields: ['shopName', 'kind', 'cityCode', 'tiers'] }],
    ['a list of other records', { tabs: [...tabs, { title: '拜訪', child: 'visits' }] }],
    ['a step that is not always there', { tabs: [tabs[0], { ...tabs[1], visible: { 'user.userType': { eq: 'Admin' } } }] }],
  ])('refuses %s', (_what, form) => {
    expect(findings({ screen: screenWith(form) })).toContain('form-steps /forms/create/steps')
  })

  it('refuses them where nothing is filled in', () => {
    const forms = { ...shopsScreen.forms, view: { steps: true, tabs } }
    expect(findings({ screen: { ...shopsScreen, forms } })).toContain('form-steps /forms/view/steps')
  })
})
