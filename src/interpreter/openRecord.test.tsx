// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { HttpProblem } from '../client/http/problem.ts'
import type { ResolvedAction } from '../language/resolved.ts'
import { formOf, namingOf, screenOf, transitionOf } from '../language/testing/screenFactory.ts'
import Screen from './Screen.tsx'
import { createFakeHttp } from './testing/fakeHttp.ts'
import { openingOf } from './testing/openingOf.ts'
import { renderConsole } from './testing/renderConsole.tsx'

afterEach(cleanup)

const uri = '/_test/things'
const things = ['甲', '乙', '丙', '丁', '戊'].map((name, index) => ({ id: index + 1, name, points: index }))
const view: ResolvedAction = {
  name: 'view',
  label: '檢視',
  permission: 'test.things.view',
  tone: 'secondary',
  kind: 'builtIn',
  action: 'view',
}
const document = screenOf({
  entity: { name: 'thing', title: '物品', key: 'name', label: 'name', address: 'name', naming: { ...namingOf('name'), title: '物品' } },
  list: { pageSize: 2, rowActions: ['view', 'close'] },
  actions: [view, transitionOf('close', { label: '結案', confirm: '確定要結案嗎？' })],
  forms: { view: formOf({ name: 'view', mode: 'view', title: '檢視物品' }) },
})

const refused = () => new HttpProblem({ kind: 'text', status: 404, code: 'M08', text: '查無資料，可能已被刪除。' })

function open(address: string) {
  const http = createFakeHttp((call) => {
    if (call.path === `/api/screens${uri}/opening`) return openingOf(document)
    if (call.path.startsWith('/api/screens')) return {}
    if (call.path === '/api/test/things') {
      const found = things.find(({ name }) => name === call.params.get('key'))
      if (!found) throw refused()
      return found
    }
    const pageIndex = Number(/\/(\d+)\/\d+$/.exec(call.path)?.[1] ?? 0)
    return { totalCount: 5, pageIndex, pageSize: 2, rows: things.slice(pageIndex * 2, pageIndex * 2 + 2), totals: {} }
  })
  renderConsole(<Screen uri={uri} />, { http, permissions: ['test.things.view', 'test.things.close'], address: `${uri}${address}` })
  return http
}

const addressNow = () => page.getByTestId('address').textContent

it('opens a record by its address, also one that the list does not show, and closing takes it out of the address', async () => {
  open('?record=戊&form=view')
  const dialog = await page.findByRole('dialog', { name: '檢視物品：戊' })
  expect(within(dialog).queryByRole('button', { name: '下一筆' })).toBeNull()
  await userEvent.setup().click(within(dialog).getAllByRole('button', { name: '關閉' })[0] as HTMLElement)
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(addressNow()).toBe(uri)
})

it('writes the address of a record that is opened from the list', async () => {
  open('')
  const user = userEvent.setup()
  await user.click((await page.findAllByRole('button', { name: '檢視' }))[1] as HTMLElement)
  await page.findByRole('dialog', { name: '檢視物品：乙' })
  expect(addressNow()).toBe(`${uri}?record=乙&form=view`)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(addressNow()).toBe(uri))
})

it('goes on to the next and the previous record by buttons, across pages, and stays on the page it came to', async () => {
  open('?record=甲&form=view')
  const user = userEvent.setup()
  await page.findByRole('dialog', { name: '檢視物品：甲' })
  expect(await page.findByText('第 1 / 5 筆')).toBeDefined()
  expect(page.getByRole<HTMLButtonElement>('button', { name: '上一筆' }).disabled).toBe(true)
  await user.click(page.getByRole('button', { name: '下一筆' }))
  await page.findByRole('dialog', { name: '檢視物品：乙' })
  await user.click(page.getByRole('button', { name: '下一筆' }))
  await page.findByRole('dialog', { name: '檢視物品：丙' })
  expect(addressNow()).toBe(`${uri}?pageIndex=1&record=丙&form=view`)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(addressNow()).toBe(`${uri}?pageIndex=1`))
  expect(await page.findByText('丁')).toBeDefined()
})

it('answers a record that is not there, or not for this user, in the words of the server, above the list', async () => {
  open('?record=別人的&form=view')
  const dialog = within(await page.findByRole('dialog', { name: '檢視物品' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('查無資料，可能已被刪除。')
  expect(await page.findByText('甲')).toBeDefined()
})

it('names the record in the question before an action', async () => {
  open('')
  const user = userEvent.setup()
  await user.click((await page.findAllByRole('button', { name: '更多' }))[1] as HTMLElement)
  await user.click(await page.findByRole('menuitem', { name: '結案' }))
  expect((await page.findByRole('alertdialog')).textContent).toContain('物品 乙確定要結案嗎？')
})
