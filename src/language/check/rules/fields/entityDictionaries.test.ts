import { expect, it } from 'vitest'
import { findings, shopEntity } from '../../../testing/documents.ts'

const property = (changes: object) =>
  findings({ entity: { properties: { ...shopEntity.properties, extra: { type: 'string', title: '額外', ...changes } } } })

it.each([
  [{ 'x-dictionary': 'ShopKinds' }, 'unknown-dictionary /properties/extra/x-dictionary ShopKind'],
  [{ 'x-dictionary': { name: 'Distric' } }, 'unknown-dictionary /properties/extra/x-dictionary/name District'],
  [{ 'x-dictionary': { name: 'District', strArg: 'form.city' } }, 'unknown-field /properties/extra/x-dictionary/strArg'],
  [{ 'x-dictionary': { name: 'User', strArg: 'form.city' } }, 'unknown-permission /properties/extra/x-dictionary/strArg'],
  [{ 'x-dictionary': { name: 'User', strArg: 'edit' } }, 'unknown-permission /properties/extra/x-dictionary/strArg'],
  [{ 'x-dictionary': { name: 'User', strArg: 'demo.shopss.edit' } }, 'unknown-permission /properties/extra/x-dictionary/strArg demo.shops'],
  [
    { 'x-dictionary': { name: 'User', strArg: 'demo.shops.fly' } },
    expect.stringContaining('impossible-permission /properties/extra/x-dictionary/strArg'),
  ],
  [{ 'x-dictionary': 'ShopKind', default: '9' }, 'unknown-option /properties/extra/default'],
  [{ 'x-dictionary': 'ShopKind', const: '9' }, 'unknown-option /properties/extra/const'],
  [{ 'x-dictionary': 'ShopKind', enum: ['1', '9'] }, 'unknown-option /properties/extra/enum/1'],
  [{ type: 'integer', 'x-dictionary': 'ShopKind', default: 9 }, 'unknown-option /properties/extra/default'],
  [
    { type: 'array', items: { type: 'string', 'x-dictionary': 'ShopKind' }, default: ['1', '9'] },
    'unknown-option /properties/extra/default/1',
  ],
])('refuses %j', (changes, expected) => expect(property(changes)).toContainEqual(expected))

it.each(['User', { name: 'User', strArg: 'demo.shops.edit' }])('lets colleagues be chosen: %j', (use) =>
  expect(property({ 'x-dictionary': use })).toEqual([]),
)

it('lets the dictionary of a row depend on the record around it', () => {
  const rows = {
    type: 'array',
    title: '列',
    items: {
      type: 'object',
      properties: { d: { type: 'string', title: '區', 'x-dictionary': { name: 'District', strArg: 'form.cityCode' } } },
    },
  }
  expect(findings({ entity: { properties: { ...shopEntity.properties, rows } } })).toEqual([])
})

it('an entity is not blamed for a dictionary whose own file is broken', () =>
  expect(findings({ files: { 'dictionaries/ShopKind.json': '{ "name": "ShopKind", ' } })).toEqual(['syntax ']))
