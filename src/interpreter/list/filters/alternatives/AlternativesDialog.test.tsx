// @vitest-environment jsdom
import { cleanup, screen as page, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { filterOf, screenOf } from '../../../../language/testing/screenFactory.ts'
import { createFakeHttp } from '../../../testing/fakeHttp.ts'
import { renderConsole } from '../../../testing/renderConsole.tsx'
import { ListView } from '../../ListView.tsx'

afterEach(cleanup)

const filters = [
  filterOf({ field: 'name', title: '名稱' }),
  filterOf({ field: 'points', title: '點數', kind: 'number', op: 'eq', ops: ['eq', 'in'] }),
  filterOf({ field: 'madeAt', title: '建立日期', kind: 'date', op: 'between' }),
  filterOf({ field: 'mobile', title: '手機', op: 'eq', lookup: { permission: 'test.things.find', mask: 'mobile' } }),
  filterOf({ field: 'companyNo', title: '特約商', kind: 'text', isScope: true }),
]

function draw(address = '/', companyNo = '') {
  const http = createFakeHttp((call) => {
    if (call.path.endsWith('/preferences')) return { version: 2, columns: [] }
    if (call.path.startsWith('/api/shared')) return []
    return { totalCount: 1, pageIndex: 0, pageSize: 25, rows: [{ id: 1, name: '王' }], totals: {} }
  })
  const ignore = () => undefined
  const screen = screenOf({ list: { filters } })
  renderConsole(<ListView screen={screen} version={0} onChanged={ignore} onOpenForm={ignore} />, { http, address, user: { companyNo } })
  const lastList = () => http.calls.filter((call) => call.path.startsWith('/api/test/things/')).at(-1)?.params
  return { user: userEvent.setup(), lastList }
}

const dialog = () => page.findByRole('dialog', { name: '進階條件' })
const shownAddress = () => page.getByTestId('address').textContent ?? ''

describe('alternatives of a list', () => {
  it('alternatives of a list are composed of its filters, without masked ones and the fixed company, and go into the address', async () => {
    const { user, lastList } = draw('/', 'C000101')
    await user.click(await page.findByRole('button', { name: '進階條件' }))
    const open = await dialog()
    const field = within(open).getByLabelText('第 1 項欄位')
    expect(
      within(field)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['名稱', '點數', '建立日期'])
    await user.selectOptions(field, '點數')
    await user.selectOptions(within(open).getByLabelText('第 1 項比較'), '大於等於')
    await user.type(within(open).getByLabelText('點數'), '100')
    await user.click(within(open).getByRole('button', { name: '或，新增一組' }))
    const second = within(within(open).getByRole('group', { name: '第 2 組' }))
    await user.type(second.getByLabelText('名稱'), '王')
    await user.click(within(open).getByRole('button', { name: '確定' }))
    expect(decodeURIComponent(shownAddress())).toContain('any=points.gte=100&any=name=王')
    expect(lastList()?.getAll('any')).toEqual(['points.gte=100', `name=${encodeURIComponent('王')}`])
    expect((await page.findByText(/進階條件：/)).textContent).toBe('進階條件：（點數 ≥ 100） 或 （名稱：王）')
  })

  it('alternatives of a list that are not complete are told at their row, and nothing is lost', async () => {
    const { user } = draw()
    await user.click(await page.findByRole('button', { name: '進階條件' }))
    const open = await dialog()
    await user.selectOptions(within(open).getByLabelText('第 1 項欄位'), '建立日期')
    await user.type(within(open).getByLabelText('建立日期（起）'), '2026-03-02')
    await user.type(within(open).getByLabelText('建立日期（迄）'), '2026-03-01')
    await user.click(within(open).getByRole('button', { name: '新增條件' }))
    await user.click(within(open).getByRole('button', { name: '確定' }))
    expect(
      within(open)
        .getAllByRole('alert')
        .map(({ textContent }) => textContent),
    ).toEqual(['迄日不可早於起日。', '名稱 必填'])
    await user.type(within(open).getByLabelText('名稱'), '王')
    expect(
      within(open)
        .getAllByRole('alert')
        .map(({ textContent }) => textContent),
    ).toEqual(['迄日不可早於起日。'])
    await user.click(within(open).getByRole('button', { name: '新增條件' }))
    await user.click(within(open).getByRole('button', { name: '確定' }))
    expect(within(open).getAllByRole('alert')[1]?.textContent).toContain('這一組已有相同的條件')
    expect(shownAddress()).toBe('/')
  })

  it('alternatives of a list are shown again as they were, stay when other conditions change, and are removed together', async () => {
    const group = new URLSearchParams({ madeAtFrom: '2026-03-01', 'points.ne': '5' })
    const { user } = draw(`/?${new URLSearchParams({ any: String(group) })}`)
    await user.click(await page.findByRole('button', { name: '進階條件（1 組）' }))
    const open = await dialog()
    expect(within(open).getByLabelText<HTMLInputElement>('建立日期（起）').value).toBe('2026-03-01')
    expect(within(open).getByLabelText<HTMLSelectElement>('第 2 項比較').value).toBe('ne')
    await user.click(within(open).getByRole('button', { name: '取消' }))
    await user.type(within(page.getByRole('form', { name: '查詢條件' })).getByLabelText('名稱'), '王{Enter}')
    expect(shownAddress()).toContain('name=王')
    expect(shownAddress()).toContain('any=')
    await user.click(await page.findByRole('button', { name: '移除進階條件' }))
    expect(shownAddress()).toBe('/?name=王')
  })
})
