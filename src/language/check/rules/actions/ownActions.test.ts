import { expect, it } from 'vitest'
import { findings, shopsScreen } from '../../../testing/documents.ts'

const ring = shopsScreen.actions?.ring
const action = (changes: object, name = 'ring') => findings({ screen: { actions: { ring, [name]: { ...ring, ...changes } } } })

it.each([
  [{ open: '/_demo/shops' }, 'ring', 'action-kind /actions/ring'],
  [{ request: undefined }, 'ring', 'action-kind /actions/ring'],
  [{}, 'export', 'duplicate-name /actions/export'],
  [{}, 'approve', 'duplicate-name /actions/approve'],
  [{ permission: 'company.company.ring' }, 'ring', 'unknown-permission /actions/ring/permission company.companies'],
  [{ request: 'POST /api/demo/{shopId}/ring' }, 'ring', 'unknown-field /actions/ring/request shopNo'],
  [{ request: undefined, open: '/_demo/shop' }, 'ring', 'unknown-screen /actions/ring/open /_demo/shops'],
  [
    { input: { properties: { a: { type: 'string', title: '甲', 'x-dictionary': 'Citys' } } } },
    'ring',
    'unknown-dictionary /actions/ring/input/properties/a/x-dictionary City',
  ],
  [
    { input: { properties: { a: { type: 'string', title: '甲', minimum: 1 } } } },
    'ring',
    'keyword-not-for-type /actions/ring/input/properties/a/minimum',
  ],
])('refuses %j as %s', (changes, name, expected) => expect(action(changes, name)).toContain(expected))

it('accepts a page of the console', () => expect(action({ request: undefined, open: '/noticeboard' })).toEqual([]))
