// @vitest-environment jsdom
import { cleanup, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { HttpProblem } from '../../client/http/problem.ts'
import type { ResolvedField, ResolvedList, ResolvedScreen } from '../../language/resolved.ts'
import { columnOf, filterOf, namingOf, screenOf, transitionOf } from '../../language/testing/screenFactory.ts'
import type { ListRow } from '../shared/calls/listPage.ts'
import { createFakeHttp, type FakeCall, type FakeHttp, type FakeServer } from '../testing/fakeHttp.ts'
import { renderConsole } from '../testing/renderConsole.tsx'
import { ListView } from './ListView.tsx'

afterEach(cleanup)

const listPath = /^\/api\/test\/things\/(\d+)\/(\d+)$/

/** A server whose list has `totalCount` things; the test defines everything else. */
function serverOf(totalCount: number, others: FakeServer = () => undefined): FakeServer {
  return (call) => {
    const [, pageIndex, pageSize] = listPath.exec(call.path) ?? []
    if (pageIndex !== undefined) return pageOf(Number(pageIndex), Number(pageSize), totalCount)
    if (call.path.endsWith('/preferences')) return others(call) ?? { version: 1, columns: [] }
    return others(call)
  }
}

function pageOf(pageIndex: number, pageSize: number, totalCount: number) {
  const first = pageIndex * pageSize
  const count = Math.max(0, Math.min(pageSize, totalCount - first))
  const rows = Array.from({ length: count }, (_, index) => rowOf(first + index + 1))
  return { totalCount, pageIndex, pageSize, rows, totals: { points: 987654 } }
}

function rowOf(id: number): ListRow {
  return { id, name: `第${id}號`, points: id * 1000, status: id % 2 === 0 ? 'closed' : 'open', rowVersion: 3 }
}

/** An answer that arrives when the test says so. */
function deferred() {
  let resolve: (value: unknown) => void = () => undefined
  const promise = new Promise<unknown>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

interface DrawOptions {
  readonly list?: Partial<ResolvedList>
  readonly parts?: Parameters<typeof screenOf>[0]
  readonly server?: FakeServer
  readonly address?: string
  readonly permissions?: readonly string[]
}

function draw({ list = {}, parts = {}, server = serverOf(60), address = '/', permissions = [] }: DrawOptions = {}): {
  http: FakeHttp
  screen: ResolvedScreen
  user: ReturnType<typeof userEvent.setup>
} {
  const http = createFakeHttp(server)
  const screen = screenOf({ ...parts, list })
  const ignore = () => undefined
  renderConsole(<ListView screen={screen} version={0} onChanged={ignore} onOpenForm={ignore} />, { http, address, permissions })
  return { http, screen, user: userEvent.setup() }
}

const address = () => page.getByTestId('address').textContent
const listCalls = (http: FakeHttp) => http.calls.filter((call) => listPath.test(call.path))
const lastList = (http: FakeHttp): FakeCall | undefined => listCalls(http).at(-1)
const firstCells = () => page.getAllByRole('row').map((row) => within(row).queryAllByRole('cell')[0]?.textContent)

describe('ListView', () => {
  it('draws rows with formats, the count and numbers that go on across pages', async () => {
    draw({ address: '/?pageIndex=2' })
    const row = (await page.findByText('第51號')).closest('tr')
    expect(
      within(row as HTMLElement)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['51', '第51號', '51,000'])
    expect(page.getByText('共 60 筆')).toBeDefined()
    expect(firstCells().slice(1, 3)).toEqual(['51', '52'])
  })

  it('draws labels of dictionaries from the server and of those that are built in the browser', async () => {
    const columns = [
      columnOf({ field: 'status', title: '狀態', dictionary: { name: 'Status' } }),
      columnOf({ field: 'isOpen', title: '開放', format: 'boolean', dictionary: { name: 'BoolToTwoValues', strArg: '開|關' } }),
    ]
    const server: FakeServer = (call) => {
      if (call.path === '/api/shared/dictionary') return [{ key: '1', value: '啟用' }]
      if (!listPath.test(call.path)) return {}
      return { totalCount: 1, pageIndex: 0, pageSize: 25, rows: [{ id: 1, status: '1', isOpen: true }], totals: {} }
    }
    const { http } = draw({ list: { columns }, server })
    expect(await page.findByText('啟用')).toBeDefined()
    expect(page.getByText('開')).toBeDefined()
    expect(http.calls.filter((call) => call.path === '/api/shared/dictionary')).toHaveLength(1)
  })

  it('says 查無資料 when nothing was found', async () => {
    draw({ server: serverOf(0) })
    expect(await page.findByText('查無資料')).toBeDefined()
    expect(page.queryByRole('table')).toBeNull()
  })

  it.each([
    [400, '查詢區間不可超過92天。', 0],
    [503, '系統忙碌中', 1],
  ])('shows the refusal %i of the server, with 重試 where that can help', async (status, text, buttons) => {
    const refuse: FakeServer = (call) => {
      if (listPath.test(call.path)) throw new HttpProblem({ kind: 'text', status, code: null, text })
      return {}
    }
    draw({ server: refuse })
    expect((await page.findByRole('alert')).textContent).toContain(text)
    expect(page.queryAllByRole('button', { name: '重試' })).toHaveLength(buttons)
  })

  it('sorts by a click on the heading, ascending, descending, then as the document says', async () => {
    const { http, user } = draw()
    const heading = await page.findByRole('columnheader', { name: /點數/ })
    const arrow = within(heading).getByRole('button')
    await user.click(arrow)
    await waitFor(() => expect(lastList(http)?.params.get('sort')).toBe('points.asc'))
    expect(page.getByRole('columnheader', { name: /點數/ }).getAttribute('aria-sort')).toBe('ascending')
    await user.click(within(page.getByRole('columnheader', { name: /點數/ })).getByRole('button'))
    await waitFor(() => expect(address()).toBe('/?sort=points.desc'))
    await user.click(within(page.getByRole('columnheader', { name: /點數/ })).getByRole('button'))
    await waitFor(() => expect(address()).toBe('/'))
  })

  it('goes back to the first page when the page size changes', async () => {
    const { http, user } = draw({ address: '/?pageIndex=2' })
    await page.findByText('第51號')
    await user.selectOptions(page.getByLabelText('每頁筆數'), '10')
    await waitFor(() => expect(lastList(http)?.path).toBe('/api/test/things/0/10'))
    expect(address()).toBe('/?pageSize=10')
  })

  it('offers the page size of the document again after another one was chosen', async () => {
    const { user } = draw({ list: { pageSize: 100 } })
    await page.findByText('第1號')
    const sizes = () => [...page.getByLabelText('每頁筆數').querySelectorAll('option')].map(({ value }) => Number(value))
    expect(sizes()).toEqual([5, 10, 25, 50, 100])
    await user.selectOptions(page.getByLabelText('每頁筆數'), '10')
    await page.findByText('第10號')
    expect(sizes()).toEqual([5, 10, 25, 50, 100])
    await user.selectOptions(page.getByLabelText('每頁筆數'), '100')
    expect(await page.findByText('第60號')).toBeDefined()
  })

  it('moves through pages by the bar', async () => {
    const { user } = draw()
    await page.findByText('第1號')
    await user.click(page.getByRole('button', { name: '最後一頁' }))
    expect(await page.findByText('第60號')).toBeDefined()
    await user.click(page.getByRole('button', { name: '第 2 頁' }))
    expect(await page.findByText('第26號')).toBeDefined()
    expect(address()).toBe('/?pageIndex=1')
  })

  it('opens the very list that an address names and asks the server for it', async () => {
    const list = {
      filters: [
        filterOf({ field: 'name', title: '名稱' }),
        filterOf({ field: 'points', title: '點數', kind: 'number', op: 'eq', ops: ['eq', 'gte'] }),
      ],
      searchTitles: ['名稱'],
    }
    const { http } = draw({ list, address: '/?name=王&points.gte=5&search=x&pageIndex=1&pageSize=5' })
    await page.findByText('第6號')
    expect(lastList(http)?.path).toBe('/api/test/things/1/5')
    expect(lastList(http)?.params.toString()).toBe(new URLSearchParams({ name: '王', 'points.gte': '5', search: 'x' }).toString())
    expect(page.getByRole('textbox', { name: '名稱' })).toHaveProperty('value', '王')
  })

  it('filters by Enter, shows what is on as chips and takes it away again', async () => {
    const { user } = draw({ list: { filters: [filterOf({ field: 'name', title: '名稱' })] }, address: '/?pageIndex=1' })
    await page.findByText('第26號')
    await user.type(page.getByRole('textbox', { name: '名稱' }), '王{Enter}')
    await waitFor(() => expect(address()).toBe('/?name=王'))
    await user.click(page.getByRole('button', { name: '移除條件 名稱' }))
    await waitFor(() => expect(address()).toBe('/'))
    expect(page.getByRole('textbox', { name: '名稱' })).toHaveProperty('value', '')
  })

  it('waits for a required filter instead of asking the server in vain', async () => {
    const { http } = draw({ list: { filters: [filterOf({ field: 'name', title: '名稱', required: true })] } })
    expect(await page.findByText('請先輸入查詢條件：名稱')).toBeDefined()
    expect(listCalls(http)).toEqual([])
  })

  it('keeps the old rows while the next page loads', async () => {
    const second = deferred()
    const { user } = draw({ server: (call) => (call.path === '/api/test/things/1/25' ? second.promise : serverOf(60)(call)) })
    await page.findByText('第1號')
    await user.click(page.getByRole('button', { name: '下一頁' }))
    expect(page.getByRole('region', { name: /清單$/ }).getAttribute('aria-busy')).toBe('true')
    await waitFor(() => expect(page.getByRole('region', { name: /清單$/ }).className).toContain('list-stale'))
    expect(page.getByText('第1號')).toBeDefined()
    second.resolve(pageOf(1, 25, 60))
    expect(await page.findByText('第26號')).toBeDefined()
    expect(page.queryByText('第1號')).toBeNull()
    expect(page.getByRole('region', { name: /清單$/ }).className).not.toContain('list-stale')
  })

  it('never lets a late answer overwrite a newer one', async () => {
    const slow = deferred()
    const { http, user } = draw({ server: (call) => (call.path === '/api/test/things/1/25' ? slow.promise : serverOf(60)(call)) })
    await page.findByText('第1號')
    await user.click(page.getByRole('button', { name: '下一頁' }))
    await user.click(page.getByRole('button', { name: '最後一頁' }))
    await page.findByText('第51號')
    slow.resolve(pageOf(1, 25, 60))
    await Promise.resolve()
    expect(page.getByText('第51號')).toBeDefined()
    expect(page.queryByText('第26號')).toBeNull()
    expect(http.calls.find((call) => call.path === '/api/test/things/1/25')?.signal?.aborted).toBe(true)
  })

  it('shows the totals of the whole result under their columns', async () => {
    draw({ list: { totals: ['points'] } })
    const totals = (await page.findByRole('rowheader', { name: '總計' })).closest('tr')
    expect(within(totals as HTMLElement).getByText('987,654')).toBeDefined()
  })

  it('opens and closes the details of a row', async () => {
    const fields = [columnOf({ field: 'status', title: '狀態' })]
    const { user } = draw({ list: { expand: { kind: 'fields', fields } }, server: serverOf(1) })
    await user.click(await page.findByRole('button', { name: '展開' }))
    expect(await page.findByText('open')).toBeDefined()
    await user.click(page.getByRole('button', { name: '收合' }))
    expect(page.queryByText('open')).toBeNull()
  })

  it('shows a list of objects in the details of a row as a table, not as JSON', async () => {
    const item = (field: string, title: string): ResolvedField => ({
      ...{ field, title, widget: 'text', format: 'text', property: { type: 'string' }, ui: {}, readonly: true, required: false },
      onHidden: 'keep',
    })
    const items = { title: item('title', '欄位'), value: item('value', '內容') }
    const fields = [{ ...columnOf({ field: 'snapshot', title: '該版內容' }), format: 'json' as const, items }]
    const snapshot = [{ title: '預算', value: '5,000' }]
    const server: FakeServer = (call) =>
      call.path === '/api/test/things/0/25'
        ? { totalCount: 1, pageIndex: 0, pageSize: 25, rows: [{ id: 1, name: '第1號', snapshot }], totals: {} }
        : undefined
    const { user } = draw({ list: { expand: { kind: 'fields', fields } }, server })
    await user.click(await page.findByRole('button', { name: '展開' }))
    const table = await page.findByRole('table', { name: '該版內容' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((heading) => heading.textContent),
    ).toEqual(['#', '欄位', '內容'])
    expect(within(table).getByRole('cell', { name: '5,000' })).toBeDefined()
  })

  it('lists the children of a row in its details, numbered and paged on their own, with their totals', async () => {
    const child = {
      name: 'parts',
      title: '明細',
      entity: 'part',
      naming: namingOf('name'),
      columns: [columnOf({ field: 'name', title: '品名' }), columnOf({ field: 'points', title: '點數' })],
      totals: ['points'],
      sort: [],
      by: {},
      views: [],
      actions: [],
    }
    const server = serverOf(1, (call) =>
      call.path === '/api/test/things/1/children/parts/0/10'
        ? { totalCount: 1, pageIndex: 0, pageSize: 10, rows: [{ id: 9, name: '杯子', points: 3 }], totals: { points: 41 } }
        : undefined,
    )
    const { user } = draw({ list: { expand: { kind: 'child', child: 'parts' } }, parts: { children: { parts: child } }, server })
    await user.click(await page.findByRole('button', { name: '展開' }))
    expect(await page.findByText('杯子')).toBeDefined()
    const parts = within(page.getByRole('region', { name: '明細' }))
    expect(within(parts.getByRole('rowheader', { name: '總計' }).closest('tr') as HTMLElement).getByText('41')).toBeDefined()
  })

  it('hides a column for the user and keeps that on the server by field name', async () => {
    const { http, user } = draw({ server: serverOf(1, () => ({})) })
    await page.findByText('第1號')
    await user.click(page.getByRole('button', { name: '欄位' }))
    await user.click(await page.findByRole('checkbox', { name: '點數' }))
    expect(page.getByRole('checkbox', { name: '名稱' })).toHaveProperty('disabled', true)
    await user.click(page.getByRole('button', { name: '確定' }))
    await waitFor(() => expect(page.queryByRole('columnheader', { name: /點數/ })).toBeNull())
    const saved = http.calls.find((call) => call.method === 'PUT')
    expect(saved?.path).toBe('/api/screens/_test/things/preferences')
    expect(saved?.body).toEqual({ version: 2, columns: [{ field: 'name' }, { field: 'points', hidden: true }], views: [] })
  })

  it('draws no check boxes and no action column without actions', async () => {
    draw({ server: serverOf(1) })
    await page.findByText('第1號')
    expect(page.queryByRole('checkbox', { name: '全選' })).toBeNull()
    expect(page.queryByRole('columnheader', { name: '操作' })).toBeNull()
  })

  it('keeps a selection across pages and drops it when the conditions change', async () => {
    const approve = transitionOf('approve', { label: '核准' })
    const { user } = draw({
      list: { bulkActions: ['approve'], filters: [filterOf({ field: 'name', title: '名稱' })] },
      parts: { actions: [approve] },
      permissions: ['test.things.approve'],
    })
    await page.findByText('第1號')
    expect(page.getByRole('button', { name: '核准' })).toHaveProperty('disabled', true)
    await user.click(page.getByRole('checkbox', { name: '全選' }))
    await user.click(page.getByRole('button', { name: '下一頁' }))
    await page.findByText('第26號')
    await user.click(page.getByRole('checkbox', { name: '選取 第26號' }))
    expect(page.getByText('已選取 26 筆')).toBeDefined()
    await user.type(page.getByRole('textbox', { name: '名稱' }), '王{Enter}')
    await waitFor(() => expect(page.getByText('請先選取資料。')).toBeDefined())
  })
})
