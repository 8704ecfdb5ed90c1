import { expect, it } from 'vitest'
import { findings } from '../../../testing/documents.ts'

it.each([
  [{ get: 'GET /api/demo/shops/{no}' }, 'unknown-placeholder /api/get'],
  [{ list: 'PUT /api/demo/shops/{id}' }, 'unknown-placeholder /api/list'],
  [{ list: 'GET /api/demo/{pageIndex' }, 'missing-placeholder /api/list'],
  [{ list: 'GET /api/demo/shops' }, 'missing-placeholder /api/list'],
  [{ history: 'GET /api/demo/log' }, 'missing-placeholder /api/history'],
  [{ transition: 'POST /api/demo/{id}' }, 'missing-placeholder /api/transition'],
  [{ delete: 'POST /api/demo/{id}' }, 'wrong-method /api/delete'],
  [{ export: 'POST /api/demo/export' }, 'wrong-method /api/export'],
])('looks at method and placeholders of %j', (api, expected) => {
  expect(findings({ screen: { api } })).toEqual([expected])
})

it('accepts irregular paths without placeholders', () =>
  expect(
    findings({ screen: { api: { list: 'PUT /api/demo/get_shops', create: 'PUT /api/demo/shops', get: 'GET /api/demo/shop' } } }),
  ).toEqual([]))
