import { expect, it } from 'vitest'
import { findings, shopEntity } from '../../../testing/documents.ts'

const property = (changes: object) =>
  findings({ entity: { properties: { ...shopEntity.properties, extra: { title: '額外', ...changes } } } })

it.each([
  [{ type: 'integer', maxLength: 5 }, 'keyword-not-for-type /properties/extra/maxLength'],
  [{ type: 'string', minimum: 5 }, 'keyword-not-for-type /properties/extra/minimum'],
  [{ type: 'integer', 'x-decimals': 1 }, 'keyword-not-for-type /properties/extra/x-decimals'],
  [{ type: 'array' }, 'missing-key /properties/extra'],
  [{ type: 'array', items: { type: 'string', minItems: 1 } }, 'keyword-not-for-type /properties/extra/items/minItems'],
  [{ type: 'array', items: { type: 'string', format: 'imageDataUrl' } }, 'content-in-list /properties/extra/items/format'],
  [{ type: 'array', items: { type: 'string', format: 'html' } }, 'content-in-list /properties/extra/items/format'],
  [{ type: 'integer', minimum: 5, maximum: 1 }, 'empty-range /properties/extra/minimum'],
  [{ type: 'integer', default: 'one' }, 'wrong-type /properties/extra/default'],
  [{ type: 'string', format: 'month', 'x-today': true }, 'keyword-not-for-type /properties/extra/x-today'],
  [{ type: 'string', format: 'date', default: '2026-01-01', 'x-today': true }, 'no-effect /properties/extra/x-today'],
  [{ type: 'string', 'x-me': true }, 'keyword-not-for-type /properties/extra/x-me'],
  [{ type: 'string', 'x-dictionary': 'City', 'x-me': true }, 'keyword-not-for-type /properties/extra/x-me'],
  [{ type: 'array', items: { type: 'string', 'x-dictionary': 'User' }, 'x-me': true }, 'keyword-not-for-type /properties/extra/x-me'],
  [{ type: 'string', 'x-dictionary': 'User', default: 'amy', 'x-me': true }, 'no-effect /properties/extra/x-me'],
  [{ type: 'string', 'x-number': 'A{0000}', 'x-dictionary': 'User', 'x-me': true }, 'no-effect /properties/extra/x-me'],
  [{ type: 'string', title: undefined }, 'missing-title /properties/extra'],
])('refuses %j', (changes, expected) => expect(property(changes)).toContain(expected))

it.each(['User', { name: 'User', strArg: 'demo.shops.edit' }])('lets a colleague start as whoever creates the record: %j', (use) =>
  expect(property({ type: 'string', 'x-dictionary': use, 'x-me': true })).toEqual([]),
)

it('refuses an own account and the day of today in a row, where nothing fills them in', () => {
  const who = { type: 'string', title: '人', 'x-dictionary': 'User', 'x-me': true }
  const on = { type: 'string', title: '日', format: 'date', 'x-today': true }
  expect(property({ type: 'array', items: { type: 'object', properties: { who, on } } })).toEqual([
    'no-effect /properties/extra/items/properties/who/x-me',
    'no-effect /properties/extra/items/properties/on/x-today',
  ])
})

it('keeps the common fields what they are', () =>
  expect(findings({ entity: { properties: { ...shopEntity.properties, rowVersion: { type: 'string', title: '版' } } } })).toContain(
    'common-field /properties/rowVersion',
  ))

it('refuses in a row or an input what only fields of a record obey, and a required member that is computed', () => {
  const row = { type: 'object', properties: { no: { type: 'string', title: '號', 'x-unique': true } } }
  const rows = { type: 'array', title: '列', items: row }
  expect(findings({ entity: { properties: { ...shopEntity.properties, rows } } })).toEqual([
    'no-effect /properties/rows/items/properties/no/x-unique',
  ])
  const sums = { type: 'object', properties: { sum: { type: 'integer', title: '計', 'x-computed': true } }, required: ['sum'] }
  expect(findings({ entity: { properties: { ...shopEntity.properties, sums: { type: 'array', title: '列', items: sums } } } })).toEqual([
    'required-computed /properties/sums/items/required/0',
  ])
  const input = { properties: { reason: { type: 'string', title: '因', 'x-search': true } } }
  const transitions = { ...shopEntity.transitions, reject: { ...shopEntity.transitions?.reject, input } }
  expect(findings({ entity: { transitions } })).toEqual(['no-effect /transitions/reject/input/properties/reason/x-search'])
})
