import { expect, it } from 'vitest'
import { findings, shopEntity, shopsScreen } from '../../../testing/documents.ts'

const property = (changes: object) =>
  findings({ entity: { properties: { ...shopEntity.properties, extra: { title: '額外', ...changes } } } })

it.each([
  [{ type: 'string', 'x-widget': 'tiers' }, 'widget-not-for-type /properties/extra/x-widget'],
  [{ type: 'string', 'x-widget': 'select' }, 'widget-without-options /properties/extra/x-widget'],
  [{ type: 'string', 'x-format': 'points' }, 'format-not-for-type /properties/extra/x-format'],
  [{ type: 'string', 'x-format': 'html' }, 'html-not-cleaned /properties/extra/x-format'],
  [{ type: 'string', 'x-widget': 'richText' }, 'html-not-cleaned /properties/extra/x-widget'],
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

it('lets nothing be drawn as markup that the server does not clean', () => {
  const screen = {
    list: { ...shopsScreen.list, columns: [{ field: 'shopName', format: 'html' }] },
    forms: { edit: { fields: ['shopName'], ui: { shopName: { widget: 'richText' } } } },
  }
  expect(findings({ screen })).toEqual(
    expect.arrayContaining(['html-not-cleaned /list/columns/0/format', 'html-not-cleaned /forms/edit/ui/shopName/widget']),
  )
  expect(property({ type: 'string', format: 'html', 'x-format': 'html', 'x-widget': 'richText' }).join()).not.toContain('html-not-cleaned')
})
