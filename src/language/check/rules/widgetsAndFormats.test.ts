import { expect, it } from 'vitest'
import { findings, shopEntity, shopsScreen } from '../../testing/documents.ts'

const property = (changes: object) =>
  findings({ entity: { properties: { ...shopEntity.properties, extra: { title: '額外', ...changes } } } })

it.each([
  [{ type: 'string', 'x-widget': 'tiers' }, 'widget-not-for-type /properties/extra/x-widget'],
  [{ type: 'string', 'x-widget': 'select' }, 'widget-without-options /properties/extra/x-widget'],
  [{ type: 'string', 'x-format': 'points' }, 'format-not-for-type /properties/extra/x-format'],
])('refuses %j', (changes, expected) => expect(property(changes)).toContain(expected))

it('looks at what a screen changes', () => {
  const screen = {
    list: { ...shopsScreen.list, columns: [{ field: 'shopName', format: 'money' }] },
    forms: { edit: { fields: ['shopName'], ui: { shopName: { widget: 'switch' } } } },
  }
  expect(findings({ screen })).toEqual(
    expect.arrayContaining(['format-not-for-type /list/columns/0/format', 'widget-not-for-type /forms/edit/ui/shopName/widget']),
  )
})
