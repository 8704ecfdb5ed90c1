import { expect, it } from 'vitest'
import { check, shopsScreen } from '../testing/documents.ts'

const otherPath = 'screens/_demo/stores.json'
const { ring, ...fixed } = {
  ...shopsScreen.actions,
  ring: { label: '致電', permission: 'ring', request: 'POST /api/demo/stores/{id}/ring' },
}
const other = { ...shopsScreen, uri: '/_demo/stores', title: '另一個畫面', actions: { ...fixed, ring } }

it('refuses the later of two screens that claim one path', () => {
  const { catalog, diagnostics } = check({ [otherPath]: { ...other, api: { list: 'GET /api/demo/shops/{pageIndex}/{pageSize}' } } })
  expect(diagnostics.map((one) => [one.file, one.pointer, one.message])).toEqual([
    [otherPath, '/api/list', '「/api/demo/shops/{pageIndex}/{pageSize}」是畫面 demo.shops 的路徑，請改用其他路徑'],
  ])
  expect([...catalog.screens.keys()]).toEqual(['/_demo/shops'])
})

it('refuses two calls of one screen at one path', () => {
  const { diagnostics } = check({
    [otherPath]: { ...other, api: { list: 'PUT /api/demo/stores/get', create: 'PUT /api/demo/stores/get' } },
  })
  expect(diagnostics.map((one) => one.pointer)).toEqual(['/api/create'])
})

it('tells numbers from words', () => expect(check({ [otherPath]: other }).diagnostics).toEqual([]))
