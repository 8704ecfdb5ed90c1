import { expect, it } from 'vitest'
import { findings } from '../../../testing/documents.ts'

const ui = (field: string, settings: object) => findings({ screen: { forms: { edit: { fields: [field], ui: { [field]: settings } } } } })

it.each([
  ['shopName', { rows: 5 }, 'not-for-widget /forms/edit/ui/shopName/rows'],
  ['shopName', { labels: { true: '是', false: '否' } }, 'not-for-widget /forms/edit/ui/shopName/labels'],
  ['openDate', { placeholder: '日期' }, 'not-for-widget /forms/edit/ui/openDate/placeholder'],
  ['tags', { limit: 3 }, 'not-for-widget /forms/edit/ui/tags/limit'],
  ['shopName', { options: { generate: 'GET /api/keys' } }, 'not-for-widget /forms/edit/ui/shopName/options/generate'],
  ['tags', { options: { source: 'GET /api/tags' } }, 'not-for-widget /forms/edit/ui/tags/options/source'],
])('refuses for the control of %s the setting %j', (field, settings, expected) => expect(ui(field, settings)).toContain(expected))

it('accepts settings that the control has', () =>
  expect(
    [
      ...ui('shopName', { widget: 'textarea', rows: 5, placeholder: '名稱' }),
      ...ui('tags', { widget: 'tree', options: { source: 'GET /api/tags' } }),
      ...ui('isOpen', { widget: 'switch', labels: { true: '開', false: '關' } }),
    ].filter((one) => one.startsWith('not-for-widget')),
  ).toEqual([]))
