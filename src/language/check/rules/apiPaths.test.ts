import { expect, it } from 'vitest'
import { findings } from '../../testing/documents.ts'

it.each([
  [{ get: 'GET /api/demo/shops/{no}' }, 'unknown-placeholder /api/get'],
  [{ list: 'GET /api/demo/shops/{id}' }, 'unknown-placeholder /api/list'],
  [{ list: 'GET /api/demo/{pageIndex' }, null],
])('looks at the placeholders of %j', (api, expected) => {
  const found = findings({ screen: { api } })
  expect(found).toEqual(expected === null ? [] : [expected])
})

it('accepts irregular paths without placeholders', () =>
  expect(
    findings({ screen: { api: { list: 'PUT /api/demo/get_shops', create: 'PUT /api/demo/shops', get: 'GET /api/demo/shop' } } }),
  ).toEqual([]))
