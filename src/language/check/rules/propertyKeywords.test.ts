import { expect, it } from 'vitest'
import { findings, shopEntity } from '../../testing/documents.ts'

const property = (changes: object) =>
  findings({ entity: { properties: { ...shopEntity.properties, extra: { title: '額外', ...changes } } } })

it.each([
  [{ type: 'integer', maxLength: 5 }, 'keyword-not-for-type /properties/extra/maxLength'],
  [{ type: 'string', minimum: 5 }, 'keyword-not-for-type /properties/extra/minimum'],
  [{ type: 'integer', 'x-decimals': 1 }, 'keyword-not-for-type /properties/extra/x-decimals'],
  [{ type: 'array' }, 'missing-key /properties/extra'],
  [{ type: 'array', items: { type: 'string', minItems: 1 } }, 'keyword-not-for-type /properties/extra/items/minItems'],
  [{ type: 'integer', minimum: 5, maximum: 1 }, 'empty-range /properties/extra/minimum'],
  [{ type: 'integer', default: 'one' }, 'wrong-type /properties/extra/default'],
  [{ type: 'string', format: 'month', 'x-today': true }, 'keyword-not-for-type /properties/extra/x-today'],
  [{ type: 'string', format: 'date', default: '2026-01-01', 'x-today': true }, 'no-effect /properties/extra/x-today'],
  [{ type: 'string', title: undefined }, 'missing-title /properties/extra'],
])('refuses %j', (changes, expected) => expect(property(changes)).toContain(expected))

it('keeps the common fields what they are', () =>
  expect(findings({ entity: { properties: { ...shopEntity.properties, rowVersion: { type: 'string', title: '版' } } } })).toContain(
    'common-field /properties/rowVersion',
  ))
